// A move by its name, for boards wider than the digit keys and for those who cannot use a pointer.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { dialog } from "../state/ui";
import { Dialog } from "./Dialog";

export function TypeMove({ onMove }: { onMove: (move: string) => string | null }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const refused = onMove(text.trim());
    if (refused === null) dialog.value = null;
    else setProblem(refused);
  };
  return (
    <Dialog title={t("type.title")} onClose={() => (dialog.value = null)}>
      <form class="inline-form" onSubmit={submit}>
        <label>
          {t("type.label")}
          <input
            autofocus
            autocomplete="off"
            maxLength={8}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            aria-invalid={problem !== ""}
          />
        </label>
        <button type="submit" class="button primary">
          {t("type.play")}
        </button>
      </form>
      <p class="problem" role="alert">
        {problem}
      </p>
    </Dialog>
  );
}
