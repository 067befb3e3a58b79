// The list of games and the viewer that replays one of them.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "../board/Board";
import { PieceIcon } from "../board/Piece";
import { milliseconds, series } from "../charts/axis";
import { ChartKey } from "../charts/Chart";
import { Curves } from "../charts/Curves";
import { MoveTimes } from "../charts/Histogram";
import { gameName } from "../i18n/names";
import { Icon, type IconName } from "../parts/Icon";
import { boardName, movesOf, type Run, shownGame, viewAfter } from "./data";
import { FaultDetails } from "./Faults";
import { Paged, Section, Table } from "./parts";
import type { FinishedGame } from "./wire";
import { t } from "./words";

const namesOf = (run: Run, game: FinishedGame): [string, string] => [
  run.names[game.players[0]] ?? "",
  run.names[game.players[1]] ?? "",
];

function endingText(run: Run, game: FinishedGame): string {
  const names = namesOf(run, game);
  const [winner, loser] = game.half_points === 2 ? names : [names[1], names[0]];
  if (game.fault) return t("faulted", { player: loser, fault: t(`fault.${game.fault.kind}`) });
  if (game.score === null) return t("resigned", { player: loser });
  if (game.half_points === 1) return t("a_draw");
  const margin = run.data.boards[game.board]?.grid.discs ? Math.abs(game.score) : null;
  return margin === null ? t("won", { player: winner }) : t("won_by", { player: winner, margin });
}

function GameRow({ run, game }: { run: Run; game: FinishedGame }) {
  const open = () => {
    shownGame.value = game;
  };
  const points = ["0", "½", "1"];
  const [first, second] = [points[game.half_points], points[2 - game.half_points]];
  return (
    <tr
      tabIndex={0}
      aria-selected={shownGame.value === game}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open();
      }}
    >
      <td>{game.number ?? game.pair + 1}</td>
      <td class="left name">
        {namesOf(run, game).map((name, side) => (
          <div key={side}>
            <span class="points">{side === 0 ? first : second}</span>
            {name}
          </div>
        ))}
      </td>
      <td class={game.fault ? "bad" : ""}>
        {game.fault ? t(`fault.${game.fault.kind}`) : `${movesOf(game).length} ${t("moves")}`}
      </td>
    </tr>
  );
}

/** Both sides' evaluations over the game, seen by the first mover. */
function Evaluations({
  game,
  names,
  plies,
  ply,
}: {
  game: FinishedGame;
  names: readonly string[];
  plies: number;
  ply: number;
}) {
  const lines = names.map((name, side) => ({
    name,
    colour: series(side),
    points: game.values.flatMap((value, index) => {
      const at = index + game.opening;
      if (value === null || at % 2 !== side) return [];
      return [[at + 1, (side === 0 ? value : -value) / 1_000] as const];
    }),
  }));
  const told = lines.filter(({ points }) => points.length > 0);
  if (told.length === 0) return <p class="note">{t("no_values")}</p>;
  return (
    <>
      <p class="note">{t("evaluation")}</p>
      <ChartKey entries={told.map(({ name, colour }) => [name, colour] as const)} />
      <Curves
        label={t("evaluation")}
        lines={told}
        from={-1}
        to={1}
        last={plies}
        height={150}
        marks={[{ y: 0 }]}
        cursor={ply}
        format={(value) => (value > 0 ? `+${value}` : String(value))}
      />
    </>
  );
}

const STEP_MS = 700;

function Viewer({ run, game }: { run: Run; game: FinishedGame }) {
  const start = run.data.boards[game.board];
  const moves = useMemo(() => movesOf(game), [game]);
  const [ply, setPly] = useState(moves.length);
  const [playing, setPlaying] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setPly(moves.length);
    setPlaying(false);
  }, [moves]);
  useEffect(() => {
    if (!playing) return;
    if (ply >= moves.length) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setPly(ply + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [playing, ply, moves.length]);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current=true]");
    if (list.current && current)
      list.current.scrollTop = current.offsetTop - list.current.offsetTop - list.current.clientHeight / 2;
  }, [ply]);
  const at = Math.min(ply, moves.length);
  const view = useMemo(() => (start ? viewAfter(start, game, at) : null), [start, game, at]);
  if (!start || !view) return null;
  const names = namesOf(run, game);
  const label = t("board.label", { game: gameName(start.setup.game), rows: start.grid.rows, cols: start.grid.cols });
  const go = (to: number) => {
    setPlaying(false);
    setPly(Math.max(0, Math.min(moves.length, to)));
  };
  const play = () => {
    if (!playing && at === moves.length) setPly(0);
    setPlaying(!playing);
  };
  const button = (icon: IconName, text: string, run: () => void) => (
    <button type="button" title={text} aria-label={text} onClick={run}>
      <Icon name={icon} />
    </button>
  );
  const time = at > game.opening ? ` · ${milliseconds(game.times[at - game.opening - 1] ?? null)}` : "";
  return (
    <div
      class="viewer"
      role="group"
      aria-label={t("games")}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined || (event.target as HTMLElement).tagName === "INPUT") return;
        event.preventDefault();
        go(at + step);
      }}
    >
      <div class="players">
        {names.map((name, side) => (
          <div key={side}>
            <PieceIcon game={start.setup.game} side={side === 0 ? 1 : 2} />
            <b>{name}</b>
            <span class="note">{t(side === 0 ? "moving_first" : "moving_second")}</span>
          </div>
        ))}
        <div class="note">{`${gameName(start.setup.game)} ${boardName(start.setup)} · ${endingText(run, game)}`}</div>
      </div>
      <Board game={start.setup.game} grid={start.grid} view={view} label={label} active={false} still />
      <div class="controls">
        {button("first", t("control.first"), () => go(0))}
        {button("previous", t("control.previous"), () => go(at - 1))}
        {button(playing ? "pause" : "play", t(playing ? "pause" : "play"), play)}
        {button("next", t("control.next"), () => go(at + 1))}
        {button("last", t("control.last"), () => go(moves.length))}
        <input
          type="range"
          min={0}
          max={moves.length}
          value={at}
          aria-label={t("moves")}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </div>
      <span class="note">
        {at === 0 ? t("at_start") : `${t("move_of", { n: at, all: moves.length })}: ${moves[at - 1]}${time}`}
      </span>
      <div class="moves" ref={list}>
        {moves.map((move, index) => (
          <button
            key={index}
            type="button"
            class={index < game.opening ? "opening" : ""}
            aria-current={index === at - 1}
            onClick={() => go(index + 1)}
          >
            {`${index + 1}. ${move === "pass" ? t("moves.pass") : move}`}
          </button>
        ))}
      </div>
      <Evaluations game={game} names={names} plies={moves.length} ply={at} />
      <p class="note">{`${t("move_time")} (${t("longest")} ${milliseconds(Math.max(0, ...game.times))})`}</p>
      <MoveTimes label={t("move_time")} times={game.times} opening={game.opening} plies={moves.length} />
      {game.fault && (
        <>
          <p class="bad">{`${run.names[game.fault.player]} ${game.fault.reason}`}</p>
          <FaultDetails run={run} game={game} fault={game.fault} />
        </>
      )}
    </div>
  );
}

export function Games({ run }: { run: Run }) {
  const { games, played_games } = run.data;
  const [who, setWho] = useState("");
  const [what, setWhat] = useState("");
  const found = useMemo(
    () =>
      games.filter(
        (game) =>
          (who === "" || game.players.includes(Number(who))) &&
          (what === "" || (what === "fault" ? game.fault !== null : String(game.half_points) === what)),
      ),
    [games, who, what],
  );
  const asked = shownGame.value;
  const shown = asked && found.includes(asked) ? asked : found[0];
  useEffect(() => {
    if (shown && shownGame.value !== shown) shownGame.value = shown;
  }, [shown]);
  const results = [
    ["", t("all_results")],
    ["2", t("first_won")],
    ["0", t("second_won")],
    ["1", t("drawn")],
    ["fault", t("by_fault")],
  ] as const;
  return (
    <Section id="games" title={t("games")} note={t("games_played", { n: played_games })}>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          {`${t("show")} `}
          <select value={who} onChange={(event) => setWho(event.currentTarget.value)}>
            <option value="">{t("all_players")}</option>
            {run.names.map((name, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <select value={what} aria-label={t("all_results")} onChange={(event) => setWhat(event.currentTarget.value)}>
          {results.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </form>
      <div class="games">
        <div class="list">
          {found.length > 0 ? (
            <Paged all={found} size={100}>
              {(part) => (
                <Table head={["#", t("player"), ""]}>
                  {part.map((game) => (
                    <GameRow key={`${game.number} ${game.pair} ${game.players}`} run={run} game={game} />
                  ))}
                </Table>
              )}
            </Paged>
          ) : (
            <p class="note">{t("no_games")}</p>
          )}
        </div>
        {shown && <Viewer run={run} game={shown} />}
      </div>
      {games.length < played_games && <p class="note">{t("shown_of", { n: games.length, all: played_games })}</p>}
    </Section>
  );
}
