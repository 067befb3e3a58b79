// The running games of a tournament with their latest moves; the picture is the server's.

import type { EventTable } from "../net/protocol";

export function EventBoards({ event }: { event: EventTable }) {
  const name = (index: number) => event.players[index]?.name ?? String(index);
  return (
    <ul class="event-boards">
      {event.boards.map((board) => (
        <li key={board.game} class="card">
          <img
            alt=""
            width="160"
            loading="lazy"
            src={`api/events/${encodeURIComponent(event.id)}/games/${board.game}.svg?ply=${board.moves.length}`}
          />
          <b>
            {name(board.players[0])} – {name(board.players[1])}
          </b>
          <small>{board.moves.slice(-8).join(" ")}</small>
        </li>
      ))}
    </ul>
  );
}
