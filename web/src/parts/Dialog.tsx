// A modal sheet on the browser's own dialog element, which keeps the focus inside and closes on Escape.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Dialog({ title, onClose, children, class: extra = "" }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Open with the first paint: a key pressed just then is the sheet's.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // The heading takes the focus, so that a sheet is announced and no button looks chosen; a marked field comes first.
    (dialog?.querySelector<HTMLElement>("[autofocus]") ?? dialog?.querySelector<HTMLElement>("h2"))?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={`sheet ${extra}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div class="sheet-body">
        <header>
          <h2 tabIndex={-1}>{title}</h2>
          <button type="button" class="round" aria-label={t("common.close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
