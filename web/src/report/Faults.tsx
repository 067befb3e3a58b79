// Games that were lost by a fault: what happened, the board before it, and the commands that show it again.

import { useState } from "preact/hooks";
import { Board } from "../board/Board";
import { gameName } from "../i18n/names";
import { type Run, shownGame, viewAfter } from "./data";
import { Command, Paged, Section } from "./parts";
import type { FinishedGame, GameFault } from "./wire";
import { t } from "./words";

type Faulty = FinishedGame & { readonly fault: GameFault };

/** The commands that show a fault, and what its player wrote to stderr. */
export function FaultDetails({ run, game, fault }: { run: Run; game: FinishedGame; fault: GameFault }) {
  const said = game.stderr?.[game.players.indexOf(fault.player)] ?? "";
  return (
    <div>
      {fault.replay && (
        <>
          <p class="note">{t("replay_it")}</p>
          <Command text={fault.replay} />
        </>
      )}
      <p class="note">{t("explain_it")}</p>
      <Command text={fault.command} />
      {said && (
        <details>
          <summary>{t("stderr_of", { player: run.names[fault.player] ?? "" })}</summary>
          <pre>{said}</pre>
        </details>
      )}
    </div>
  );
}

const placeText = (game: Faulty): string =>
  t("fault_line", { game: game.number ?? game.pair + 1, move: game.fault.move });

/** The same fault of the same player is told once, with all its games. */
function FaultEntry({ run, same }: { run: Run; same: readonly Faulty[] }) {
  const [chosen, setChosen] = useState(0);
  const game = same[chosen] ?? same[0];
  const start = game && run.data.boards[game.board];
  if (!game || !start) return null;
  const { fault } = game;
  const view = viewAfter(start, game, fault.move - 1);
  const show = () => {
    shownGame.value = game;
    document.getElementById("games")?.scrollIntoView({ block: "start" });
  };
  return (
    <details class="fault">
      <summary>
        <b>{run.names[fault.player]}</b>
        {" · "}
        <span class="bad">{t(`fault.${fault.kind}`)}</span>
        {` · ${t("games_played", { n: same.length })}`}
        <div class="note">{fault.reason}</div>
      </summary>
      {same.length > 1 ? (
        <p>
          <select
            value={chosen}
            aria-label={t("games")}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {same.map((other, index) => (
              <option key={index} value={index}>
                {placeText(other)}
              </option>
            ))}
          </select>
        </p>
      ) : (
        <p class="note">{placeText(game)}</p>
      )}
      <p class="note">{t("position")}</p>
      <div class="small-board">
        <Board
          game={start.setup.game}
          grid={start.grid}
          view={view}
          label={gameName(start.setup.game)}
          active={false}
          still
        />
      </div>
      <FaultDetails run={run} game={game} fault={fault} />
      <button type="button" onClick={show}>
        {t("show_game")}
      </button>
    </details>
  );
}

export function Faults({ run }: { run: Run }) {
  const count = run.end.forfeits.length;
  if (count === 0)
    return (
      <Section title={t("faults")}>
        <p class="good">{t("no_faults")}</p>
      </Section>
    );
  const kinds = new Map<string, Faulty[]>();
  for (const game of run.data.games) {
    if (!game.fault) continue;
    const name = `${game.fault.player} ${game.fault.reason}`;
    kinds.set(name, [...(kinds.get(name) ?? []), game as Faulty]);
  }
  return (
    <Section title={t("faults")}>
      <p class="bad">{t("faults_found", { n: count })}</p>
      <Paged all={[...kinds]} size={20}>
        {(some) => some.map(([name, same]) => <FaultEntry key={name} run={run} same={same} />)}
      </Paged>
    </Section>
  );
}
