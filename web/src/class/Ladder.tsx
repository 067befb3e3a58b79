// The standings: who is how strong, how sure that is, and what it is worth.

import { useEffect } from "preact/hooks";
import { tc } from "../i18n/class";
import type { ClassLadder, ClassRow } from "../net/wire";
import { GameList } from "./GameList";
import { elo, hello, ladder, levelName, loadLadder, often } from "./state";

/** A rating and its interval on the common scale of the table. */
function Interval({ row, from, to }: { row: ClassRow; from: number; to: number }) {
  const at = (value: number) => (100 * (value - from)) / (to - from || 1);
  if (row.elo === null) return null;
  const [low, high] = [row.low === null ? 0 : at(row.low), row.high === null ? 100 : at(row.high)];
  return (
    <svg class="class-interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <line x1={low} x2={high} y1="5" y2="5" />
      <line x1={at(row.elo)} x2={at(row.elo)} y1="0" y2="10" class="at" />
    </svg>
  );
}

function Standings({ shown }: { shown: ClassLadder }) {
  const ends = shown.rows
    .flatMap(({ low, high, elo: middle }) => [low ?? middle, high ?? middle])
    .filter((n) => n !== null);
  const [from, to] = [Math.min(0, ...ends), Math.max(1, ...ends)];
  const own = hello.value?.me?.person;
  const marked = shown.rows.some(({ mark }) => mark !== null);
  let place = 0;
  return (
    <div class="card scroll-x" tabIndex={0} role="region" aria-label={tc("place.ladder")}>
      <table class="plain class-ladder">
        <thead>
          <tr>
            <th class="num">{tc("row.place")}</th>
            <th>{tc("row.name")}</th>
            <th class="num">{tc("row.elo")}</th>
            <th class="wide">{tc("row.interval")}</th>
            {marked && <th class="num">{tc("row.mark")}</th>}
            <th class="num">{tc("row.pairs")}</th>
            <th class="num">{tc("row.first")}</th>
            <th class="num">{tc("row.second")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row) => {
            if (row.level === null) place += 1;
            return (
              <tr key={row.player} class={row.level !== null ? "level" : row.person === own ? "own" : ""}>
                <td class="num">{row.level === null ? place : ""}</td>
                <td>
                  <a href={`#/class/player/${row.player}`}>
                    {levelName(row.level, row.name)}
                    {row.level === null && <small> v{row.version}</small>}
                  </a>
                </td>
                <td class="num">
                  <b>{elo(row.elo)}</b>
                </td>
                <td class="wide">
                  <Interval row={row} from={from} to={to} />
                  <small>{row.low === null || row.high === null ? "–" : `${elo(row.low)} … ${elo(row.high)}`}</small>
                </td>
                {marked && <td class="num">{row.mark ?? ""}</td>}
                <td class="num">{row.pairs}</td>
                <td class="num">{row.as_first.join("–")}</td>
                <td class="num">{row.as_second.join("–")}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="quiet">{tc("ladder.about")}</p>
    </div>
  );
}

export function Ladder() {
  useEffect(() => often(loadLadder), []);
  const shown = ladder.value;
  if (!shown) return null;
  const { phase, pairs, planned, waiting, rows } = shown;
  return (
    <>
      <p role="status">
        {phase === "final" && planned !== null
          ? tc("phase.final", { pairs, planned })
          : tc(phase === "done" ? "phase.done" : phase === "new" ? "phase.new" : "phase.open", { pairs })}
        {waiting > 0 && ` ${tc("ladder.waiting", { n: waiting })}`}
      </p>
      {rows.length > 0 ? <Standings shown={shown} /> : <p class="quiet">{tc("ladder.empty")}</p>}
      <h2>{tc("games.title")}</h2>
      <GameList player={null} />
    </>
  );
}
