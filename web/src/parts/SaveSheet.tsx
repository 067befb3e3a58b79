// A name for the game; it is stored anyway as one plays.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { isConflict } from "../net/api";
import { toast } from "../state/toasts";
import { dialog } from "../state/ui";
import { Dialog } from "./Dialog";
import { apiErrorText } from "./ShareSheet";

/** Saves under a name and says how that went; what somebody else has changed meanwhile can be saved as a copy. */
export async function saveAs(
  save: (name: string, copy: boolean) => Promise<void>,
  name: string,
  copy = false,
): Promise<void> {
  try {
    await save(name, copy);
    toast(t("analyse.saved", { name }));
  } catch (error) {
    const action = { label: t("conflict.own"), run: () => void saveAs(save, name, true) };
    toast(apiErrorText(error), { kind: "bad", ...(isConflict(error) ? { action } : {}) });
  }
}

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
