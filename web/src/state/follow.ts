// Following a tournament: its table, and the events that change it.

import type { Signal } from "@preact/signals";
import { api } from "../net/api";
import type { EventTable } from "../net/protocol";
import { link } from "./app";
import { applyEvent } from "./events";

interface Following {
  /** The table is there, or a game has ended: lists of games have changed. */
  readonly onGames?: () => void;
  readonly onError?: (error: unknown) => void;
}

/** Loads a table and keeps it up to date until it is told to stop; an answer that comes later than that is dropped. */
export function followEvent(
  id: string,
  table: Signal<EventTable | null>,
  { onGames = () => {}, onError = () => {} }: Following = {},
): () => void {
  let followed = true;
  const begin = (loaded: EventTable) => {
    if (!followed) return;
    table.value = loaded;
    onGames();
    link.watch(id, loaded.seq, (event) => {
      if (table.value) table.value = applyEvent(table.value, event);
      if (event.kind === "end") onGames();
    });
  };
  table.value = null;
  api.event(id).then(begin, (error: unknown) => followed && onError(error));
  return () => {
    followed = false;
    link.unwatch();
  };
}
