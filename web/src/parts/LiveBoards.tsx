// The boards of the tournament that is being played, while one is.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { EventTable } from "../net/protocol";
import { link } from "../state/app";
import { followEvent } from "../state/follow";
import { EventBoards } from "./EventBoards";

const table = signal<EventTable | null>(null);

async function load(): Promise<void> {
  const { events } = await api.events();
  // Between two games nothing runs for a moment: the tournament that changed last is the one to follow.
  const latest = [...events].sort((a, b) => b.updated - a.updated)[0];
  if (latest) await followEvent(latest.id, table);
}

export function LiveBoards() {
  useEffect(() => {
    table.value = null;
    // A server without tournaments has nothing to show here.
    load().catch(() => (table.value = null));
    return () => link.unwatch();
  }, []);
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
