// One stored game in the library.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { MiniBoard } from "../board/MiniBoard";
import { t } from "../i18n";
import { gameName, sideName } from "../i18n/names";
import { fromRecord } from "../model/record";
import { mainLine, movesTo, ROOT } from "../model/tree";
import { api } from "../net/api";
import { cellsFromText, setupFromWire, winnerOf } from "../net/convert";
import type { GameRecord, GameSummary } from "../net/protocol";
import { analyse } from "../state/analyse";
import { navigate } from "../state/app";
import { play } from "../state/play";
import { toast } from "../state/toasts";
import { dialog } from "../state/ui";
import { Icon } from "./Icon";
import { apiErrorText, ShareSheet } from "./ShareSheet";
import { agoText, dateText } from "./time";

function resultText(game: GameSummary): string {
  if (!game.result) return t("library.result.open");
  const winner = winnerOf(game.result.winner);
  if (winner === null) return t("library.result.draw");
  const { human } = game.meta;
  if (human === "first" || human === "second")
    return t(human === game.result.winner ? "library.result.won" : "library.result.lost");
  return t("library.result.first", { side: sideName(game.setup.game, winner) });
}

async function open(id: string, where: "play" | "analyse"): Promise<void> {
  try {
    const stored = await api.game(id);
    if (where === "play") {
      navigate("play");
      play.resume(stored, stored);
    } else {
      const { setup, tree, start } = fromRecord(stored.record);
      // A game against the engine stays as it was played; its study is stored beside it.
      analyse.adopt(
        setup,
        tree,
        start,
        mainLine(tree).at(-1)?.id ?? ROOT,
        stored.meta.mode === "analyse" ? stored : null,
      );
      navigate("analyse");
    }
  } catch (error) {
    toast(t("continue.broken", { reason: apiErrorText(error) }), { kind: "bad" });
  }
}

/** The game whose sheet is open. */
const shared = signal<{ readonly id: string; readonly record: GameRecord } | null>(null);

/** The sheet of a stored game: its main line, at its end. */
function StoredShare({ record }: { record: GameRecord }) {
  const { setup, tree, start } = fromRecord(record);
  const line = mainLine(tree);
  return (
    <ShareSheet
      setup={setup}
      start={start}
      moves={movesTo(tree, line.at(-1)?.id ?? ROOT)}
      record={() => record}
      ply={line.length - 1}
    />
  );
}

export function SavedGame({ game, onChanged }: { game: GameSummary; onChanged: () => void }) {
  const setup = setupFromWire(game.setup);
  const [renaming, setRenaming] = useState(false);
  const title = game.name || t("library.untitled", { game: gameName(setup.game), date: dateText(game.created) });
  const rename = async (name: string) => {
    setRenaming(false);
    if (name.trim() && name.trim() !== title)
      await api.rename(game.id, name.trim()).catch((error: unknown) => toast(apiErrorText(error), { kind: "bad" }));
    onChanged();
  };
  const remove = async () => {
    await api.remove(game.id);
    onChanged();
    toast(t("library.deleted", { name: title }), {
      action: { label: t("library.undo"), run: () => void api.restore(game.id).then(onChanged) },
    });
  };
  const share = async () => {
    try {
      const { record } = await api.game(game.id);
      shared.value = { id: game.id, record };
      dialog.value = "share";
    } catch (error) {
      toast(apiErrorText(error), { kind: "bad" });
    }
  };
  const resumable = game.meta.mode === "play";
  return (
    <li class="saved-game card">
      <MiniBoard grid={game.grid} cells={cellsFromText(game.cells)} />
      <div class="saved-text">
        {renaming ? (
          <input
            autofocus
            aria-label={t("library.saveName")}
            defaultValue={title}
            onFocus={(event) => event.currentTarget.select()}
            maxLength={120}
            onBlur={(event) => void rename(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        ) : (
          <b>{title}</b>
        )}
        <small>
          {t("library.plies", { n: game.plies })} · {resultText(game)} · {agoText(game.updated)}
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
          <span class="row icons">
            <button
              type="button"
              class="round"
              aria-label={`${t("share.title")}: ${title}`}
              title={t("share.title")}
              onClick={() => void share()}
            >
              <Icon name="share" />
            </button>
            <button
              type="button"
              class="round"
              aria-label={`${t("library.rename")}: ${title}`}
              title={t("library.rename")}
              onClick={() => setRenaming(true)}
            >
              <Icon name="pencil" />
            </button>
            <button
              type="button"
              class="round"
              aria-label={`${t("library.delete")}: ${title}`}
              title={t("library.delete")}
              onClick={() => void remove()}
            >
              <Icon name="trash" />
            </button>
          </span>
        </div>
      </div>
      {shared.value?.id === game.id && dialog.value === "share" && <StoredShare record={shared.value.record} />}
    </li>
  );
}
