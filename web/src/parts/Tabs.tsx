// Tabs with the roles and keys a screen reader expects.

import type { ComponentChildren } from "preact";

interface TabsProps<T extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly { readonly value: T; readonly label: string }[];
  readonly children: ComponentChildren;
  onChange(value: T): void;
}

export function Tabs<T extends string>({ id, label, value, tabs, children, onChange }: TabsProps<T>) {
  const step = (event: KeyboardEvent) => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(index + move + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            class={tab.value === value ? "on" : ""}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} class="tab-panel">
        {children}
      </div>
    </>
  );
}
