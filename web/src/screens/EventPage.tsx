// One tournament: ratings with their intervals, cross table, running boards, openings, games. Updates arrive as an
// append-only list of events; a reload starts again from the server's table.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { series } from "../charts/axis";
import { ErrorBars } from "../charts/ErrorBars";
import { t } from "../i18n";
import { signed } from "../model/format";
import { fromRecord } from "../model/record";
import { mainLine, ROOT } from "../model/tree";
import { api } from "../net/api";
import type { EventGame, EventTable } from "../net/protocol";
import { EventBoards } from "../parts/EventBoards";
import { Icon } from "../parts/Icon";
import { LogSheet } from "../parts/LogSheet";
import { RunControls } from "../parts/RunControls";
import { apiErrorText } from "../parts/ShareSheet";
import { analyse } from "../state/analyse";
import { navigate } from "../state/app";
import { followEvent } from "../state/follow";
import { toast } from "../state/toasts";

const table = signal<EventTable | null>(null);
const games = signal<readonly EventGame[]>([]);

/** Follows a tournament and its list of games; what another one answers late is dropped. */
function follow(id: string): () => void {
  const told = (error: unknown) => toast(apiErrorText(error), { kind: "bad" });
  let shown = true;
  const list = () => {
    api.eventGames(id).then((page) => {
      if (shown) games.value = page.games;
    }, told);
  };
  games.value = [];
  log.value = null;
  const stop = followEvent(id, table, { onGames: list, onError: told });
  return () => {
    shown = false;
    stop();
  };
}

const log = signal<{ readonly game: EventGame; readonly log: readonly [string, string] } | null>(null);

async function openLog(id: string, game: EventGame): Promise<void> {
  try {
    const { log: written } = await api.eventGame(id, game.game);
    if (table.value?.id === id) log.value = { game, log: written };
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

async function openGame(id: string, game: number): Promise<void> {
  try {
    const { record } = await api.eventGame(id, game);
    if (table.value?.id !== id) return;
    const { setup, tree, start } = fromRecord(record);
    analyse.adopt(setup, tree, start, mainLine(tree).at(-1)?.id ?? ROOT);
    navigate("analyse");
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

const eloText = (elo: number): string => signed(Math.round(elo));

function Ratings({ event }: { event: EventTable }) {
  const order = event.players
    .map((player, index) => ({ player, index }))
    .sort((a, b) => (b.player.elo ?? -1e9) - (a.player.elo ?? -1e9));
  const bars = order.flatMap(({ player: { name, elo, low, high } }) =>
    elo === null ? [] : [{ name, low, estimate: elo, high, note: eloText(elo), colour: series(0) }],
  );
  return (
    <div class="card scroll-x">
      {bars.length > 0 && <ErrorBars label={t("events.table")} rows={bars} />}
      <table class="plain ratings">
        <thead>
          <tr>
            <th>{t("events.player")}</th>
            <th class="num">{t("events.elo")}</th>
            <th>{t("events.interval")}</th>
            <th class="num">{t("events.record")}</th>
            <th class="num">{t("events.asFirst")}</th>
            <th class="num">{t("events.asSecond")}</th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ player, index }) => (
            <tr key={index}>
              <td>{player.name}</td>
              <td class="num">
                <b>{player.elo === null ? "–" : eloText(player.elo)}</b>
              </td>
              <td>
                {player.low === null || player.high === null ? "–" : `${eloText(player.low)} … ${eloText(player.high)}`}
              </td>
              <td class="num">{`${player.won}–${player.drawn}–${player.lost}`}</td>
              <td class="num">{player.as_first.join("–")}</td>
              <td class="num">{player.as_second.join("–")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">
        {event.anchor === null
          ? t("ratings.mean")
          : t("ratings.anchored", { player: event.players[event.anchor]?.name ?? "" })}
      </p>
    </div>
  );
}

/** The result of a row against a column, and how its pairs of games on one opening ended, from two losses to two wins. */
function CrossCell({ event, row, column }: { event: EventTable; row: number; column: number }) {
  const cell = event.cross.find(
    (entry) => (entry.a === row && entry.b === column) || (entry.a === column && entry.b === row),
  );
  if (!cell) return <td>{row === column ? "" : "·"}</td>;
  const [won, lost] = cell.a === row ? [cell.won, cell.lost] : [cell.lost, cell.won];
  const pairs = cell.a === row ? cell.pairs : [...cell.pairs].reverse();
  return (
    <td>
      {`${won + cell.drawn / 2} : ${lost + cell.drawn / 2}`}
      <small title={t("events.pairs")}>{pairs.join("/")}</small>
    </td>
  );
}

function CrossTable({ event }: { event: EventTable }) {
  return (
    <div class="card scroll-x">
      <table class="plain cross">
        <thead>
          <tr>
            <th />
            {event.players.map((player, index) => (
              <th key={index} title={player.name}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {event.players.map((player, row) => (
            <tr key={row}>
              <th>
                {row + 1}. {player.name}
              </th>
              {event.players.map((_, column) => (
                <CrossCell key={column} event={event} row={row} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet">{t("events.pairs")}</p>
    </div>
  );
}

function Games({ event }: { event: EventTable }) {
  const name = (index: number) => event.players[index]?.name ?? String(index);
  const shown = log.value;
  return (
    <>
      <ul class="event-games card">
        {games.value.map((game) => (
          <li key={game.game}>
            <button type="button" onClick={() => void openGame(event.id, game.game)}>
              <b>{game.game}</b>
              <span class={game.winner === "first" ? "winner" : ""}>{name(game.players[0])}</span>
              <span class={game.winner === "second" ? "winner" : ""}>{name(game.players[1])}</span>
              <small>{game.score === null ? (game.fault ?? game.why) : signed(game.score)}</small>
            </button>
            <button
              type="button"
              class="round"
              aria-label={t("events.log.open", { n: game.game })}
              title={t("events.log")}
              onClick={() => void openLog(event.id, game)}
            >
              <Icon name="log" />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <LogSheet
          title={t("events.log.open", { n: shown.game.game })}
          players={[name(shown.game.players[0]), name(shown.game.players[1])]}
          log={shown.log}
          onClose={() => (log.value = null)}
        />
      )}
    </>
  );
}

export function EventPage({ id }: { id: string }) {
  useEffect(() => follow(id), [id]);
  const event = table.value;
  const address = `api/events/${encodeURIComponent(id)}`;
  return (
    <main class="page event" id="main" tabIndex={0}>
      <a class="back" href="#/events">
        <Icon name="back" />
        {t("events.back")}
      </a>
      {event && (
        <>
          <h1>{event.name}</h1>
          <p class="row">
            <a class="button small" href={`${address}/table.csv`} download>
              {t("events.csv")}
            </a>
            <a class="button small" href={address} download={`${id}.json`}>
              {t("events.json")}
            </a>
          </p>
          <RunControls id={id} running={event.boards.length} />
          <h2>{t("events.table")}</h2>
          <Ratings event={event} />
          {event.boards.length > 0 && (
            <>
              <h2>{t("events.boards")}</h2>
              <EventBoards event={event} />
            </>
          )}
          <h2>{t("events.cross")}</h2>
          <CrossTable event={event} />
          {event.openings.length > 0 && (
            <details class="card">
              <summary>{t("events.openings")}</summary>
              <ul class="openings">
                {event.openings.map((opening) => (
                  <li key={opening.moves.join(" ")}>
                    {opening.moves.join(" ")} <small>×{opening.games}</small>
                  </li>
                ))}
              </ul>
            </details>
          )}
          <h2>{t("events.list")}</h2>
          <Games event={event} />
        </>
      )}
    </main>
  );
}
