// Setting up a position: an empty board of any size, pieces by hand, or a pasted text in any format.

import { t } from "../i18n";
import { NO_CLOCK } from "../model/clock";
import type { Setup } from "../model/game";
import { fromRecord } from "../model/record";
import { emptyTree, mainLine, movesTo, ROOT } from "../model/tree";
import type { GameRecord } from "../net/protocol";
import { BoardPicker } from "../parts/BoardPicker";
import { ImportBox } from "../parts/ImportBox";
import { PositionEditor } from "../parts/PositionEditor";
import { analyse } from "../state/analyse";
import { navigate } from "../state/app";
import { play } from "../state/play";
import { studyInstead } from "../state/shared";

function openFirst([first]: readonly GameRecord[]): void {
  if (!first) return;
  const { setup, tree, start } = fromRecord(first);
  studyInstead(setup, tree, start, mainLine(tree).at(-1)?.id ?? ROOT);
}

const openBoard = (setup: Setup): void => studyInstead(setup, emptyTree(), null, ROOT);

/** A game against the engine from the position shown. */
function playOn(): void {
  const moves = movesTo(analyse.tree.value, analyse.node.value);
  const side = analyse.view.value?.toMove ?? 1;
  play.beginFrom(
    { ...play.options.value, setup: analyse.setup.value, human: side, clock: NO_CLOCK },
    analyse.start,
    moves,
  );
  navigate("play");
}

export function PositionCard() {
  const setup = analyse.setup.value;
  return (
    <section class="card position-card">
      <h2>{t("analyse.paste")}</h2>
      <ImportBox open={setup} onGames={openFirst} />
      <h2>{t("analyse.setup")}</h2>
      <BoardPicker name="analyse" setup={setup} onChange={openBoard} />
      <div class="row wrap">
        <button type="button" class="button" onClick={() => openBoard(setup)}>
          {t("analyse.new")}
        </button>
        <button type="button" class="button" disabled={!!analyse.view.value?.over} onClick={playOn}>
          {t("analyse.continue")}
        </button>
      </div>
      <PositionEditor />
    </section>
  );
}
