// Games of the class: each opens on the board, and one's own tell what went wrong.

import { useEffect, useState } from "preact/hooks";
import { tc } from "../i18n/class";
import type { ClassGame, ClassGames, ClassReplay } from "../net/wire";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { ask, faultText, openGame, playerName } from "./state";

/** What one's own bot did wrong: board, stderr, and the command that shows the position again. */
function Inside({ replay, onClose }: { replay: ClassReplay; onClose: () => void }) {
  const { row, fault, stderr } = replay;
  const names = [playerName(row.first_name), playerName(row.second_name)];
  return (
    <Dialog title={tc("inside.title", { n: row.id })} class="log-sheet" onClose={onClose}>
      {fault && (
        <section>
          <h3>{tc("fault.at", { kind: faultText(fault.kind), n: fault.move_number })}</h3>
          <p>{fault.reason}</p>
          <pre tabIndex={0}>{fault.position}</pre>
          <p>{tc("fault.command")}</p>
          <pre tabIndex={0}>{fault.command}</pre>
        </section>
      )}
      {stderr.map(
        (text, side) =>
          text !== null && (
            <section key={side}>
              <h3>{tc("inside.stderr", { name: names[side] ?? "" })}</h3>
              {text ? <pre tabIndex={0}>{text}</pre> : <p class="quiet">{tc("inside.nothing")}</p>}
            </section>
          ),
      )}
      {stderr.every((text) => text === null) && <p class="quiet">{tc("inside.others")}</p>}
      <p class="row wrap">
        <a class="button small" href={`api/class/files/game-${row.id}.json`} download>
          JSON
        </a>
        <button type="button" class="button small" onClick={() => void openGame(row.id)}>
          {tc("game.open")}
        </button>
      </p>
    </Dialog>
  );
}

function GameLine({ game, onInside }: { game: ClassGame; onInside: () => void }) {
  const first = playerName(game.first_name);
  const second = playerName(game.second_name);
  return (
    <li>
      <button type="button" onClick={() => void openGame(game.id)}>
        <b>{game.id}</b>
        <span class={game.points === 2 ? "winner" : ""}>{first}</span>
        <span class={game.points === 0 ? "winner" : ""}>{second}</span>
        <small>
          {game.rows}×{game.cols} · {game.fault ? faultText(game.fault) : tc("game.plies", { n: game.plies })}
        </small>
      </button>
      <button
        type="button"
        class="round"
        aria-label={tc("inside.title", { n: game.id })}
        title={tc("inside.title", { n: game.id })}
        onClick={onInside}
      >
        <Icon name="log" />
      </button>
    </li>
  );
}

/** The latest games, of one player or of all. */
export function GameList({ player }: { player: number | null }) {
  const [games, setGames] = useState<readonly ClassGame[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [faults, setFaults] = useState(false);
  const [inside, setInside] = useState<ClassReplay | null>(null);
  const load = async (before: number | null) => {
    const page = await ask<ClassGames>({ ask: "games", player, faults, before });
    if (!page) return;
    setGames((known) => (before === null ? page.games : [...known, ...page.games]));
    setNext(page.next);
  };
  useEffect(() => void load(null), [player, faults]);
  const look = async (game: number) => setInside(await ask<ClassReplay>({ ask: "game", game }));
  return (
    <>
      <div class="row wrap">
        <button type="button" class="button small" onClick={() => void load(null)}>
          {tc("games.latest")}
        </button>
        {player !== null && (
          <label class="check">
            <input type="checkbox" checked={faults} onChange={(event) => setFaults(event.currentTarget.checked)} />
            {tc("games.faults")}
          </label>
        )}
      </div>
      {games.length === 0 ? (
        <p class="quiet">{tc("games.none")}</p>
      ) : (
        <ul class="event-games card">
          {games.map((game) => (
            <GameLine key={game.id} game={game} onInside={() => void look(game.id)} />
          ))}
        </ul>
      )}
      {next !== null && (
        <button type="button" class="button small" onClick={() => void load(next)}>
          {tc("games.more")}
        </button>
      )}
      {inside && <Inside replay={inside} onClose={() => setInside(null)} />}
    </>
  );
}
