// Library: stored games with a picture each; filter, rename, delete with undo, import.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import { readBackup, writeBackup } from "../model/backup";
import { api, type GameFilter } from "../net/api";
import type { GameRecord, GameSummary } from "../net/protocol";
import { ImportBox } from "../parts/ImportBox";
import { SavedGame } from "../parts/SavedGame";
import { Segments } from "../parts/Segments";
import { apiErrorText, saveBlob } from "../parts/ShareSheet";
import { games as offered, standardSetup } from "../state/app";
import { toast } from "../state/toasts";

const games = signal<readonly GameSummary[] | null>(null);
const next = signal<string | null>(null);

async function load(filter: GameFilter, more: boolean): Promise<void> {
  try {
    const page = await api.games({ ...filter, limit: 24, ...(more && next.value ? { before: next.value } : {}) });
    games.value = more ? [...(games.value ?? []), ...page.games] : page.games;
    next.value = page.next === null ? null : String(page.next);
  } catch (error) {
    games.value ??= [];
    toast(apiErrorText(error), { kind: "bad" });
  }
}

async function store(records: readonly GameRecord[]): Promise<void> {
  for (const record of records) await api.create("", record, { mode: "analyse" });
}

/** Most games of one answer. */
const PAGE = 200;

/** All games as one file. */
async function backUp(): Promise<void> {
  const all = [];
  let before: string | null = null;
  do {
    const page = await api.games({ limit: PAGE, ...(before === null ? {} : { before }) });
    for (const { id } of page.games) all.push(await api.game(id));
    before = page.next;
  } while (before !== null);
  // The oldest first, so that they come back in the same order.
  const games = all.reverse().map(({ name, record, meta }) => ({ name, record, meta }));
  saveBlob(new Blob([writeBackup(games)], { type: "application/json" }), "luozi-games.json");
}

async function bringBack(file: File): Promise<void> {
  const kept = readBackup(await file.text());
  if (kept === null) {
    toast(t("library.backup.other", { name: file.name }), { kind: "bad" });
    return;
  }
  let n = 0;
  try {
    for (const { name, record, meta } of kept) {
      await api.create(name, record, meta);
      n += 1;
    }
  } finally {
    toast(t("share.imported", { n }));
  }
}

const telling = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => void toast(apiErrorText(error), { kind: "bad" }));

export function LibraryScreen() {
  const [filter, setFilter] = useState<GameFilter>({});
  const reload = () => void load(filter, false);
  useEffect(reload, [filter]);
  const imported = (records: readonly GameRecord[]) => void telling(store(records)).then(reload);
  const list = games.value;
  return (
    <main class="page library" id="main" tabIndex={0}>
      <h1>{t("nav.library")}</h1>
      <div class="filters">
        <Segments
          name="library-game"
          label={t("new.game")}
          value={filter.game ?? ""}
          options={[
            { value: "", label: t("library.all") },
            ...offered.value.map((value) => ({ value, label: gameName(value) })),
          ]}
          onChange={(game) => setFilter({ ...filter, game })}
        />
        <Segments
          name="library-state"
          label={t("library.any")}
          value={filter.state ?? ""}
          options={[
            { value: "", label: t("library.any") },
            { value: "finished", label: t("library.finished") },
            { value: "unfinished", label: t("library.unfinished") },
          ]}
          onChange={(state) => {
            const { state: _, ...rest } = filter;
            setFilter(state === "" ? rest : { ...rest, state: state as "finished" | "unfinished" });
          }}
        />
        <input
          type="search"
          aria-label={t("library.search")}
          placeholder={t("library.search")}
          value={filter.q ?? ""}
          onInput={(event) => setFilter({ ...filter, q: event.currentTarget.value })}
        />
      </div>
      {list?.length === 0 && <p class="quiet">{t("library.empty")}</p>}
      <ul class="saved-games">
        {list?.map((game) => (
          <SavedGame key={game.id} game={game} onChanged={reload} />
        ))}
      </ul>
      {next.value !== null && (
        <button type="button" class="button" onClick={() => void load(filter, true)}>
          {t("library.more")}
        </button>
      )}
      <details class="card">
        <summary>{t("library.import")}</summary>
        <ImportBox open={filter.game ? standardSetup(filter.game) : null} onGames={imported} />
      </details>
      <details class="card">
        <summary>{t("library.backup")}</summary>
        <p class="quiet">{t("library.backup.why")}</p>
        <div class="row">
          <button type="button" class="button" onClick={() => void telling(backUp())}>
            {t("library.backup.save")}
          </button>
          <label class="button file-button">
            {t("library.backup.load")}
            <input
              type="file"
              accept="application/json,.json"
              onChange={(event) => {
                const { currentTarget: field } = event;
                const [file] = field.files ?? [];
                if (file) void telling(bringBack(file)).then(reload);
                field.value = "";
              }}
            />
          </label>
        </div>
      </details>
    </main>
  );
}
