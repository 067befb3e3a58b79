// Following a tournament: its table, and the events that change it.

import type { Signal } from "@preact/signals";
import { api } from "../net/api";
import type { EventTable } from "../net/protocol";
import { link } from "./app";
import { applyEvent } from "./events";

/** Loads a table and keeps it up to date until another tournament is followed or none. */
export async function followEvent(
  id: string,
  table: Signal<EventTable | null>,
  onEnd: () => void = () => {},
): Promise<void> {
  table.value = await api.event(id);
  link.watch(id, table.value.seq, (event) => {
    if (table.value) table.value = applyEvent(table.value, event);
    if (event.kind === "end") onEnd();
  });
}
