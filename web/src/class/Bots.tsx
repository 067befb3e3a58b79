// A student's own bots: sent in, compiled, checked, and what was found out about each.

import { useEffect, useState } from "preact/hooks";
import { tc } from "../i18n/class";
import { api } from "../net/api";
import type { BotFault, BotReport, ClassBot, ClassForm } from "../net/wire";
import { Segments } from "../parts/Segments";
import { apiErrorText } from "../parts/ShareSheet";
import { agoText } from "../parts/time";
import { ask, faultText, hello, often, refusalText } from "./state";

const BOTZONE: readonly ClassForm[] = ["botzone", "botzone-text"];

function Upload({ onDone }: { onDone: () => Promise<void> }) {
  const saiblo = hello.value?.rules?.setup.game === "connect4";
  const [form, setForm] = useState<ClassForm>("botzone");
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!file) return;
    setBusy(true);
    setProblem("");
    try {
      await api.classUpload(file, saiblo ? "saiblo" : form);
      await onDone();
    } catch (error) {
      setProblem(apiErrorText(error));
    }
    setBusy(false);
  };
  return (
    <form class="card class-form" onSubmit={(event) => void send(event)}>
      <h2>{tc("upload.title")}</h2>
      <p class="quiet">{tc(saiblo ? "upload.saiblo" : "upload.botzone")}</p>
      <label class="class-field">
        {tc("upload.file")}
        <input
          type="file"
          required
          accept={saiblo ? ".cpp,.cc,.cxx,.c,.so,.zip" : ".cpp,.cc,.cxx,.c,.py,.zip"}
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      {!saiblo && (
        <Segments
          name="class-form"
          label={tc("upload.form")}
          value={form}
          options={BOTZONE.map((value) => ({ value, label: tc(value === "botzone" ? "form.json" : "form.text") }))}
          onChange={(next) => setForm(next)}
        />
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
      <button type="submit" class="button primary" disabled={busy || !file}>
        {tc("upload.send")}
      </button>
    </form>
  );
}

function Fault({ fault }: { fault: BotFault }) {
  return (
    <details>
      <summary>
        {tc("fault.at", { kind: faultText(fault.kind), n: fault.move_number })} · {fault.situation}
      </summary>
      <p>{fault.reason}</p>
      <pre tabIndex={0}>{fault.position}</pre>
      <p>{tc("fault.command")}</p>
      <pre tabIndex={0}>{fault.command}</pre>
      {fault.stderr && (
        <>
          <p>{tc("fault.stderr")}</p>
          <pre tabIndex={0}>{fault.stderr}</pre>
        </>
      )}
    </details>
  );
}

function Checked({ report }: { report: BotReport }) {
  return (
    <>
      {report.problem && (
        <p class="problem" role="alert">
          {tc("bot.refused", { reason: refusalText(report.problem, report.why) })}
        </p>
      )}
      {report.compiler && (
        <details open={report.problem !== null && report.checked === 0}>
          <summary>{tc("bot.compiler")}</summary>
          <pre tabIndex={0}>{report.compiler}</pre>
        </details>
      )}
      {report.situations > 0 && (
        <>
          <p>
            {tc("bot.checked", { n: report.checked, all: report.situations, faults: report.faults.length })}{" "}
            {tc("bot.times", { first: report.first_ms, slowest: report.slowest_ms })}
          </p>
          {report.slow_moves > 0 && <p class="quiet">{tc("bot.slow", { n: report.slow_moves })}</p>}
          {report.prints && <p class="quiet">{tc("bot.prints")}</p>}
          {report.faults.map((fault, index) => (
            <Fault key={index} fault={fault} />
          ))}
        </>
      )}
    </>
  );
}

function Bot({ bot, onGone }: { bot: ClassBot; onGone: () => Promise<void> }) {
  const [sure, setSure] = useState(false);
  const remove = async () => {
    if (!sure) setSure(true);
    else if (await ask({ ask: "delete_bot", bot: bot.id })) await onGone();
  };
  const state = bot.state === "playing" && !bot.active ? "retired" : bot.state;
  return (
    <li class="card class-bot">
      <h2>
        v{bot.version} <span>{bot.file}</span>
      </h2>
      <p>
        <b class={`class-state ${state}`} role="status">
          {tc(`state.${state}`)}
        </b>{" "}
        <small class="quiet">{agoText(bot.created)}</small>
      </p>
      <Checked report={bot.report} />
      <p class="row wrap">
        {bot.player !== null && (
          <a class="button small" href={`#/class/player/${bot.player}`}>
            {tc("bot.games")}
          </a>
        )}
        <a class="button small" href={`api/class/files/bot-${bot.id}`} download={bot.file}>
          {tc("bot.source")}
        </a>
        <button type="button" class={`button small${sure ? " danger" : ""}`} onClick={() => void remove()}>
          {tc(sure ? "bot.delete.sure" : "bot.delete")}
        </button>
      </p>
    </li>
  );
}

export function Bots() {
  const [bots, setBots] = useState<readonly ClassBot[]>([]);
  const load = async () => {
    const found = await ask<ClassBot[]>({ ask: "bots", person: null });
    if (found) setBots(found);
  };
  useEffect(() => often(load), []);
  return (
    <>
      {hello.value?.phase === "open" && <Upload onDone={load} />}
      <ul class="class-bots">
        {bots.map((bot) => (
          <Bot key={bot.id} bot={bot} onGone={load} />
        ))}
      </ul>
    </>
  );
}
