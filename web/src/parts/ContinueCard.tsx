// The last unfinished game, ready to go on with; a friendly word when there is none.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { MiniBoard } from "../board/MiniBoard";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import { api } from "../net/api";
import { cellsFromText, setupFromWire } from "../net/convert";
import type { GameSummary } from "../net/protocol";
import { Play, play } from "../state/play";
import { toast } from "../state/toasts";
import { apiErrorText } from "./ShareSheet";
import { agoText } from "./time";

/** undefined while asking, null when there is none. */
const latest = signal<GameSummary | null | undefined>(undefined);

export async function refreshLatest(): Promise<GameSummary | null> {
  latest.value = await Play.latestUnfinished().catch(() => null);
  return latest.value;
}

export async function continueGame(id: string): Promise<void> {
  try {
    const stored = await api.game(id);
    play.resume(stored, stored);
  } catch (error) {
    toast(t("continue.broken", { reason: apiErrorText(error) }), { kind: "bad" });
  }
}

/** Key L: the latest game, or the friendly word. */
export async function continueLatest(): Promise<void> {
  const game = await refreshLatest();
  if (game) await continueGame(game.id);
  else toast(t("continue.none"));
}

export function ContinueCard() {
  useEffect(() => void refreshLatest(), []);
  const game = latest.value;
  if (game === undefined) return null;
  if (game === null) return <p class="quiet continue-none">{t("continue.none")}</p>;
  const setup = setupFromWire(game.setup);
  return (
    <button type="button" class="continue-card" onClick={() => void continueGame(game.id)}>
      <MiniBoard grid={game.grid} cells={cellsFromText(game.cells)} />
      <span>
        <b>{t("continue.go")}</b>
        <small>
          {t("continue.about", { game: gameName(setup.game), plies: game.plies, when: agoText(game.updated) })}
        </small>
      </span>
    </button>
  );
}
