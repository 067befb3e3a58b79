// A name for the game; it is stored anyway as one plays.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { dialog } from "../state/ui";
import { Dialog } from "./Dialog";

export function SaveSheet({ suggestion, onSave }: { suggestion: string; onSave: (name: string) => void }) {
  const [name, setName] = useState(suggestion);
  return (
    <Dialog title={t("control.save")} onClose={() => (dialog.value = null)}>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          dialog.value = null;
          onSave(name.trim() || suggestion);
        }}
      >
        <label>
          {t("library.saveName")}
          <input autofocus maxLength={120} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button primary">
          {t("control.save")}
        </button>
      </form>
    </Dialog>
  );
}
