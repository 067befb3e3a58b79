// Events: tournaments of the arena, live. A list, or one event with its tables, boards and games.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import { api } from "../net/api";
import type { EventSummary } from "../net/protocol";
import { FarmCard } from "../parts/FarmCard";
import { NewEventCard } from "../parts/NewEventCard";
import { apiErrorText } from "../parts/ShareSheet";
import { agoText } from "../parts/time";
import { toast } from "../state/toasts";
import { EventPage } from "./EventPage";

const events = signal<readonly EventSummary[] | null>(null);
/** Where the server looks for tournaments by itself, if it says so. */
const folder = signal<string | null>(null);
/** Whether there is a farm to look at. */
const farm = signal(false);

async function load(): Promise<void> {
  try {
    const list = await api.events();
    events.value = list.events;
    folder.value = list.folder;
    farm.value = list.farm;
  } catch (error) {
    events.value ??= [];
    toast(apiErrorText(error), { kind: "bad" });
  }
}

/** How a tournament gets here: the two commands, and the folder. */
function HowTo() {
  return (
    <section class="card how-to">
      <h2>{t("events.empty")}</h2>
      <ol>
        <li>
          {t("events.empty.play")}
          <code>luozi ladder luozi:level=1 luozi:level=3 random --game reversi --games 10 --db cup.db</code>
        </li>
        <li>
          {t("events.empty.show")}
          <code>luozi serve --events cup.db</code>
        </li>
      </ol>
      {folder.value !== null && <p class="quiet">{t("events.empty.folder", { folder: folder.value })}</p>}
    </section>
  );
}

function EventList() {
  useEffect(() => void load(), []);
  return (
    <main class="page events" id="main" tabIndex={0}>
      <h1>{t("nav.events")}</h1>
      {events.value !== null &&
        (folder.value !== null ? <NewEventCard /> : <p class="quiet">{t("events.new.owner")}</p>)}
      {events.value?.length === 0 && <HowTo />}
      {farm.value && <FarmCard />}
      <ul class="event-list">
        {events.value?.map((event) => (
          <li key={event.id}>
            <a class="card" href={`#/events/${encodeURIComponent(event.id)}`}>
              <b>{event.name}</b>
              <span>
                {gameName(event.game)} · {t("events.players", { n: event.players })} ·{" "}
                {t("events.games", { finished: event.finished, n: event.games })}
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
