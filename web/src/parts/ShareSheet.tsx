// The position as a link, and the game as a file in any format the server writes.

import { named, t } from "../i18n";
import type { Setup } from "../model/game";
import { encodeShare, type Shared } from "../model/share";
import { ApiError, api } from "../net/api";
import type { GameRecord } from "../net/protocol";
import { gameInfo } from "../state/app";
import { settings } from "../state/settings";
import { toast } from "../state/toasts";
import { dialog } from "../state/ui";
import { Dialog } from "./Dialog";
import { copyText } from "./NotesCard";

interface ShareProps {
  readonly setup: Setup;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly record: () => GameRecord;
  readonly ply: number;
}

/** Logs of the two judges are JSON and plain text. */
const ENDINGS: Record<string, string> = { botzone: "botzone.json", saiblo: "saiblo.txt" };

export const shareLink = (shared: Shared): string => `${location.href.split("#")[0]}#/analyse/${encodeShare(shared)}`;

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const apiErrorText = (error: unknown): string =>
  error instanceof ApiError ? named(error.key, error.args, error.message) : String(error);

const currentTheme = (): "light" | "dark" => {
  const { theme } = settings.value;
  return theme !== "auto" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
};

export function ShareSheet({ setup, start, moves, record, ply }: ShareProps) {
  const address = shareLink({ setup, start, moves });
  const download = async (format: string) => {
    try {
      const blob = await api.exportGame(format, record(), { ply, theme: currentTheme(), numbers: "last" });
      saveBlob(blob, `luozi-${setup.game}.${ENDINGS[format] ?? format}`);
    } catch (error) {
      toast(apiErrorText(error), { kind: "bad" });
    }
  };
  return (
    <Dialog title={t("share.title")} onClose={() => (dialog.value = null)}>
      <div class="field">
        <label class="field-name" for="share-link">
          {t("share.link")}
        </label>
        <div class="row">
          <input
            id="share-link"
            class="wide"
            readOnly
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="button primary" onClick={() => copyText(address, t("share.copied"))}>
            {t("share.copy")}
          </button>
        </div>
        <p class="quiet">{t("share.about")}</p>
      </div>
      <div class="field">
        <span class="field-name">{t("share.files")}</span>
        <div class="row wrap">
          {(gameInfo(setup.game)?.formats ?? ["json"]).map((format) => (
            <button key={format} type="button" class="button small" onClick={() => download(format)}>
              {format.length > 4 ? format[0]?.toUpperCase() + format.slice(1) : format.toUpperCase()}
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
