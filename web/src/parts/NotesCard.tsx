// Free text about the node shown, and the position as text for the clipboard.

import { t } from "../i18n";
import type { Setup, View } from "../model/game";
import { toast } from "../state/toasts";

interface NotesProps {
  readonly setup: Setup;
  readonly view: View | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const LETTERS = [".", "X", "O", "#"];

/** The board as text: rows from the top, then the side to move, as the command line prints and reads it. */
export function positionText(setup: Setup, view: View): string {
  const rows = Array.from({ length: setup.rows }, (_, row) =>
    view.cells
      .slice(row * setup.cols, (row + 1) * setup.cols)
      .map((content) => LETTERS[content])
      .join(""),
  );
  return [...rows, view.toMove === 1 ? "X" : "O"].join("\n");
}

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // No permission or no secure context: show it instead, to be copied by hand.
    toast(text);
  }
}

export function NotesCard({ setup, view, text, onChange }: NotesProps) {
  return (
    <section class="card notes-card">
      <textarea
        aria-label={t("notes.label")}
        placeholder={t("notes.placeholder")}
        value={text}
        rows={8}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <button
        type="button"
        class="button"
        disabled={!view}
        onClick={() => view && copyText(positionText(setup, view), t("notes.copied"))}
      >
        {t("notes.copy")}
      </button>
    </section>
  );
}
