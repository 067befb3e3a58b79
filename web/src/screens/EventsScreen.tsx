// Events: tournaments of the arena, live. A list, or one event with its tables, boards and games.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { EventSummary } from "../net/protocol";
import { apiErrorText } from "../parts/ShareSheet";
import { agoText } from "../parts/time";
import { toast } from "../state/toasts";
import { EventPage } from "./EventPage";

const events = signal<readonly EventSummary[] | null>(null);

async function load(): Promise<void> {
  try {
    events.value = (await api.events()).events;
  } catch (error) {
    events.value = [];
    toast(apiErrorText(error), { kind: "bad" });
  }
}

function EventList() {
  useEffect(() => void load(), []);
  return (
    <main class="page events" id="main" tabIndex={0}>
      <h1>{t("nav.events")}</h1>
      {events.value?.length === 0 && <p class="quiet">{t("events.empty")}</p>}
      <ul class="event-list">
        {events.value?.map((event) => (
          <li key={event.id}>
            <a class="card" href={`#/events/${encodeURIComponent(event.id)}`}>
              <b>{event.name}</b>
              <span>
                {event.game} · {t("events.players", { n: event.players })} ·{" "}
                {t("events.games", { finished: event.finished, games: event.games })}
                {event.running > 0 && <em> · {t("events.running", { n: event.running })}</em>}
              </span>
              <small>{agoText(event.updated)}</small>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

export const EventsScreen = ({ id }: { id: string }) => (id ? <EventPage key={id} id={id} /> : <EventList />);
