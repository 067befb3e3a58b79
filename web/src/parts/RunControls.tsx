// Pause, go on and stop of a tournament that this server plays; nothing for all others.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { api } from "../net/api";
import type { ControlWord, RunState } from "../net/protocol";
import { toast } from "../state/toasts";
import { Icon } from "./Icon";
import { apiErrorText } from "./ShareSheet";

const run = signal<RunState | null>(null);

async function told(ask: () => Promise<RunState>): Promise<void> {
  try {
    run.value = await ask();
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

/** `running` changes when the table says so: the state is asked again then. */
export function RunControls({ id, running }: { id: string; running: number }) {
  useEffect(() => {
    void told(() => api.eventRun(id));
  }, [id, running]);
  const state = run.value?.state ?? null;
  const control = (action: ControlWord) => void told(() => api.controlEvent(id, action));
  if (state === null && !run.value?.problem) return null;
  return (
    <section class="card run-controls" aria-label={t("events.run")}>
      {state !== null && (
        <>
          <span role="status">{t(state === "running" ? "events.run.running" : "events.run.paused")}</span>
          <button type="button" class="button" onClick={() => control(state === "running" ? "pause" : "resume")}>
            <Icon name={state === "running" ? "pause" : "play"} />
            {t(state === "running" ? "events.run.pause" : "events.run.resume")}
          </button>
          <button type="button" class="button" onClick={() => control("stop")}>
            <Icon name="stop" />
            {t("events.run.stop")}
          </button>
        </>
      )}
      {run.value?.problem && <p role="alert">{t("events.run.problem", { reason: run.value.problem })}</p>}
    </section>
  );
}
