// Short messages at the foot of the page, some with an action such as "undo", and the text of the live region.

import { signal } from "@preact/signals";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: "plain" | "bad" | "award";
  readonly action?: { readonly label: string; readonly run: () => void };
}

export const toasts = signal<readonly Toast[]>([]);
/** What a screen reader says next. */
export const spoken = signal("");

const SHOWN_MS = 6_000;
/** Longest message, in characters: what people typed may stand in it, however long that was. */
const LONGEST = 200;
let lastId = 0;

export function toast(full: string, options: { kind?: Toast["kind"]; action?: Toast["action"] } = {}): void {
  const text = full.length > LONGEST ? `${full.slice(0, LONGEST)}…` : full;
  lastId += 1;
  const id = lastId;
  const entry: Toast = {
    id,
    text,
    kind: options.kind ?? "plain",
    ...(options.action ? { action: options.action } : {}),
  };
  toasts.value = [...toasts.value.slice(-2), entry];
  say(text);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}

export function say(text: string): void {
  // A live region repeats nothing by itself: the same sentence twice needs a different text.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}
