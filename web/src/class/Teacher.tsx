// What the teacher does beside the rules: people and their links, files, the final, and what was done.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { tc } from "../i18n/class";
import type { ClassHello, ClassLinks, ClassLogRow, ClassPerson, ClassRole } from "../net/wire";
import { Segments } from "../parts/Segments";
import { agoText } from "../parts/time";
import { ask, hello } from "./state";

const people = signal<readonly ClassPerson[]>([]);
const links = signal<ClassLinks | null>(null);

async function load(): Promise<void> {
  people.value = (await ask<ClassPerson[]>({ ask: "people" })) ?? people.value;
}

const address = (token: string): string => `${location.href.split(/[?#]/)[0]}#/class/enter=${token}`;

const linkLine = ({ name, number, token }: ClassLinks["links"][number]): string =>
  [name, number, address(token)].filter(Boolean).join("\t");

async function make(question: Parameters<typeof ask>[0]): Promise<void> {
  links.value = (await ask<ClassLinks>(question)) ?? links.value;
  await load();
}

/** Links are told once: whoever hands them out copies them from here. */
function Links() {
  const made = links.value;
  if (!made) return null;
  return (
    <section class="card class-form">
      <h2>{tc("links.title")}</h2>
      <p class="quiet">{tc("links.about")}</p>
      {made.links.length > 0 && (
        <textarea
          readOnly
          rows={Math.min(12, made.links.length + 1)}
          aria-label={tc("links.title")}
          value={made.links.map(linkLine).join("\n")}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      {made.known.length > 0 && <p>{tc("links.known", { names: made.known.join(", ") })}</p>}
    </section>
  );
}

const ROLES: readonly ClassRole[] = ["student", "guest", "teacher"];

function Invite() {
  const [list, setList] = useState("");
  const [role, setRole] = useState<ClassRole>("student");
  const [uses, setUses] = useState(50);
  const roles = ROLES.map((value) => ({ value, label: tc(`role.${value}`) }));
  return (
    <section class="card class-form">
      <h2>{tc("invite.title")}</h2>
      <Segments
        name="class-role"
        label={tc("invite.role")}
        value={role}
        options={roles}
        onChange={(next) => setRole(next)}
      />
      <label class="class-field">
        {tc("invite.list")}
        <textarea rows={4} value={list} onInput={(event) => setList(event.currentTarget.value)} />
      </label>
      <p class="row wrap">
        <button
          type="button"
          class="button primary"
          disabled={list.trim() === ""}
          onClick={() => void make({ ask: "add_people", list, role }).then(() => setList(""))}
        >
          {tc("invite.add")}
        </button>
      </p>
      {role !== "teacher" && (
        <p class="row wrap">
          <label class="number-field">
            {tc("invite.uses")}
            <input
              type="number"
              min={1}
              max={2000}
              value={uses}
              onChange={(event) => setUses(Math.max(1, Math.round(Number(event.currentTarget.value) || 1)))}
            />
          </label>
          <button type="button" class="button" onClick={() => void make({ ask: "invite", role, uses, days: 30 })}>
            {tc("invite.link")}
          </button>
          <button type="button" class="button" onClick={() => void ask({ ask: "withdraw", role })}>
            {tc("invite.withdraw")}
          </button>
        </p>
      )}
    </section>
  );
}

function Person({ person }: { person: ClassPerson }) {
  const [sure, setSure] = useState(false);
  const remove = async () => {
    if (!sure) setSure(true);
    else if (await ask({ ask: "remove_person", person: person.id })) await load();
  };
  return (
    <tr>
      <td>{person.name}</td>
      <td>{person.number}</td>
      <td>{tc(`role.${person.role}`)}</td>
      <td class="num">{person.bots}</td>
      <td>{person.seen === null ? tc("people.never") : agoText(person.seen)}</td>
      <td>
        <span class="row">
          <button
            type="button"
            class="button small"
            onClick={() => void make({ ask: "relink", person: person.id })}
            aria-label={tc("people.link.of", { name: person.name })}
          >
            {tc("people.link")}
          </button>
          <button
            type="button"
            class={`button small${sure ? " danger" : ""}`}
            onClick={() => void remove()}
            aria-label={tc("people.remove.of", { name: person.name })}
          >
            {tc(sure ? "bot.delete.sure" : "people.remove")}
          </button>
        </span>
      </td>
    </tr>
  );
}

function People() {
  return (
    <div class="card scroll-x" tabIndex={0} role="region" aria-label={tc("place.people")}>
      <table class="plain">
        <thead>
          <tr>
            <th>{tc("row.name")}</th>
            <th>{tc("people.number")}</th>
            <th>{tc("invite.role")}</th>
            <th class="num">{tc("people.bots")}</th>
            <th>{tc("people.seen")}</th>
            <th>{tc("people.do")}</th>
          </tr>
        </thead>
        <tbody>
          {people.value.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Files() {
  const [sure, setSure] = useState(false);
  const final = async () => {
    if (!sure) setSure(true);
    else hello.value = (await ask<ClassHello>({ ask: "begin_final" })) ?? hello.value;
  };
  return (
    <section class="card class-form">
      <h2>{tc("files.title")}</h2>
      <p class="row wrap">
        <a class="button" href="api/class/files/marks.csv" download>
          {tc("files.marks")}
        </a>
        <a class="button" href="api/class/files/games.json" download>
          {tc("files.json")}
        </a>
        {hello.value?.rules?.setup.game !== "connect4" && (
          <a class="button" href="api/class/files/games.sgf" download>
            {tc("files.sgf")}
          </a>
        )}
      </p>
      {hello.value?.phase === "open" && (
        <>
          <p class="quiet">{tc("final.about")}</p>
          <button type="button" class={`button${sure ? " danger" : ""}`} onClick={() => void final()}>
            {tc(sure ? "final.sure" : "final.begin")}
          </button>
        </>
      )}
    </section>
  );
}

function Log() {
  const [rows, setRows] = useState<readonly ClassLogRow[]>([]);
  const more = async (before: number | null) => {
    const found = await ask<ClassLogRow[]>({ ask: "log", before });
    if (found) setRows((known) => (before === null ? found : [...known, ...found]));
  };
  return (
    <details class="card" onToggle={(event) => event.currentTarget.open && void more(null)}>
      <summary>{tc("log.title")}</summary>
      <ul class="class-log">
        {rows.map((row) => (
          <li key={row.id}>
            <small>{agoText(row.at)}</small> {row.name ?? "–"} <b>{row.what}</b> {row.about}{" "}
            <small>{row.address}</small>
          </li>
        ))}
      </ul>
      <button type="button" class="button small" onClick={() => void more(rows.at(-1)?.id ?? null)}>
        {tc("games.more")}
      </button>
    </details>
  );
}

export function Teacher() {
  useEffect(() => void load(), []);
  return (
    <>
      <Invite />
      <Links />
      <People />
      <Files />
      <Log />
    </>
  );
}
