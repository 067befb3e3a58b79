// The boards of the tournament that is being played, while one is.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { EventSummary, EventTable } from "../net/protocol";
import { followEvent } from "../state/follow";
import { EventBoards } from "./EventBoards";

const table = signal<EventTable | null>(null);

/** Follows the tournament that changed last: between two games nothing runs for a moment. */
function followLatest(): () => void {
  let stop = () => {};
  let shown = true;
  const begin = (events: readonly EventSummary[]) => {
    const latest = [...events].sort((a, b) => b.updated - a.updated)[0];
    if (latest && shown) stop = followEvent(latest.id, table);
  };
  table.value = null;
  // A server without tournaments has nothing to show here.
  api.events().then(
    ({ events }) => begin(events),
    () => {},
  );
  return () => {
    shown = false;
    stop();
  };
}

export function LiveBoards() {
  useEffect(followLatest, []);
  const event = table.value;
  if (!event || event.boards.length === 0) return null;
  return (
    <section class="card live-boards">
      <h2>
        {t("events.boards")}
        <a href={`#/events/${encodeURIComponent(event.id)}`}>{event.name}</a>
      </h2>
      <EventBoards event={event} />
    </section>
  );
}
