// One stored game in the library.

import { useState } from "preact/hooks";
import { MiniBoard } from "../board/MiniBoard";
import { t } from "../i18n";
import { fromRecord } from "../model/record";
import { ROOT, mainLine } from "../model/tree";
import { api } from "../net/api";
import { cellsFromText, setupFromWire, winnerOf } from "../net/convert";
import type { GameSummary } from "../net/protocol";
import { analyse } from "../state/analyse";
import { navigate } from "../state/app";
import { play } from "../state/play";
import { toast } from "../state/toasts";
import { Icon } from "./Icon";
import { apiErrorText } from "./ShareSheet";
import { agoText, dateText } from "./time";

function resultText(game: GameSummary): string {
  if (!game.result) return t("library.result.open");
  const winner = winnerOf(game.result.winner);
  return winner === null ? t("library.result.draw") : t("library.result.first", { side: t(`side.${game.setup.game}.${winner}`) });
}

async function open(id: string, where: "play" | "analyse"): Promise<void> {
  try {
    const stored = await api.game(id);
    if (where === "play") {
      navigate("play");
      play.resume(stored);
    } else {
      const { setup, tree, start } = fromRecord(stored.record);
      // A game against the engine stays as it was played; its study is stored beside it.
      analyse.adopt(setup, tree, start, mainLine(tree).at(-1)?.id ?? ROOT, stored.meta.mode === "analyse" ? stored.id : null);
      navigate("analyse");
    }
  } catch (error) {
    toast(t("continue.broken", { reason: apiErrorText(error) }), { kind: "bad" });
  }
}

export function SavedGame({ game, onChanged }: { game: GameSummary; onChanged: () => void }) {
  const setup = setupFromWire(game.setup);
  const [renaming, setRenaming] = useState(false);
  const title = game.name || t("library.untitled", { game: t(`game.${setup.game}`), date: dateText(game.created) });
  const rename = async (name: string) => {
    setRenaming(false);
    if (name.trim() && name !== game.name) await api.rename(game.id, name.trim()).catch((error: unknown) => toast(apiErrorText(error), { kind: "bad" }));
    onChanged();
  };
  const remove = async () => {
    await api.remove(game.id);
    onChanged();
    toast(t("library.deleted", { name: title }), { action: { label: t("library.undo"), run: () => void api.restore(game.id).then(onChanged) } });
  };
  const resumable = game.meta.mode === "play";
  return (
    <li class="saved-game card">
      <MiniBoard setup={setup} cells={cellsFromText(game.cells)} />
      <div class="saved-text">
        {renaming ? (
          <input autofocus aria-label={t("library.saveName")} defaultValue={game.name} maxLength={120} onBlur={(event) => void rename(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} />
        ) : (
          <b>{title}</b>
        )}
        <small>
          {t("library.plies", { plies: game.plies })} · {resultText(game)} · {agoText(game.updated)}
        </small>
        <div class="row wrap">
          {resumable && (
            <button type="button" class="button small" onClick={() => void open(game.id, "play")}>
              {t("library.open")}
            </button>
          )}
          <button type="button" class="button small" onClick={() => void open(game.id, "analyse")}>
            {t("library.analyse")}
          </button>
          <button type="button" class="round" aria-label={`${t("library.rename")}: ${title}`} title={t("library.rename")} onClick={() => setRenaming(true)}>
            <Icon name="pencil" />
          </button>
          <button type="button" class="round" aria-label={`${t("library.delete")}: ${title}`} title={t("library.delete")} onClick={() => void remove()}>
            <Icon name="trash" />
          </button>
        </div>
      </div>
    </li>
  );
}
