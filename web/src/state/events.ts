// A tournament's table after one more event.

import type { EventTable, WireEvent } from "../net/protocol";

export function applyEvent(table: EventTable, event: WireEvent): EventTable {
  const seq = Math.max(table.seq, event.seq);
  switch (event.kind) {
    case "table":
      return { ...event.table, seq };
    case "start": {
      const others = table.boards.filter((board) => board.game !== event.game);
      return {
        ...table,
        seq,
        boards: [...others, { game: event.game, players: event.players, setup: event.setup, moves: event.opening }],
      };
    }
    case "move": {
      const { m, ply } = event;
      // A move that is there already comes again after a reload.
      const boards = table.boards.map((board) =>
        board.game === event.game && board.moves.length === ply - 1 ? { ...board, moves: [...board.moves, m] } : board,
      );
      return { ...table, seq, boards };
    }
    case "end":
      return { ...table, seq, boards: table.boards.filter((board) => board.game !== event.game) };
  }
}
