// The farm that the server was told of, live: its runs with the course of sequential tests, and its workers.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { series } from "../charts/axis";
import { Curves } from "../charts/Curves";
import { t } from "../i18n";
import { signed } from "../model/format";
import { api } from "../net/api";
import type { FarmCourse, FarmRun, FarmView, FarmWorker } from "../net/protocol";

/** Between two looks, in milliseconds. */
const LOOK = 2000;
/** Beyond so many standard errors results are not by chance. */
const SUSPICIOUS = 3;

const farm = signal<FarmView | null>(null);

/** Looks again and again as long as it is shown; what a server that is away cannot tell stays as it was. */
function watch(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = true;
  const look = async () => {
    try {
      farm.value = await api.farm();
    } catch {
      // The next look may succeed.
    }
    if (shown) timer = setTimeout(() => void look(), LOOK);
  };
  void look();
  return () => {
    shown = false;
    clearTimeout(timer);
  };
}

function Course({ run, course }: { run: FarmRun; course: FarmCourse }) {
  const { lower, upper, points } = course;
  const ratios = points.map(([, ratio]) => ratio);
  const label = t("events.farm.llr", { run: run.run });
  return (
    <figure>
      <figcaption class="quiet">{label}</figcaption>
      <Curves
        label={label}
        lines={[{ colour: series(0), points: [[0, 0], ...points] }]}
        last={points.at(-1)?.[0] ?? 0}
        height={200}
        unit={t("events.farm.afterGames")}
        from={Math.min(lower * 1.15, ...ratios)}
        to={Math.max(upper * 1.15, ...ratios)}
        marks={[{ y: 0 }, { y: upper, text: "H1", kind: "limit" }, { y: lower, text: "H0", kind: "limit" }]}
      />
    </figure>
  );
}

function Runs({ runs }: { runs: readonly FarmRun[] }) {
  const tested = runs.find((run) => run.state === "active" && run.course) ?? runs.find((run) => run.course);
  return (
    <>
      {runs.length > 0 && (
        <div class="scroll-x" tabIndex={0}>
          <table class="plain">
            <thead>
              <tr>
                <th>{t("events.farm.run")}</th>
                <th>{t("events.farm.state")}</th>
                <th class="num">{t("events.farm.done")}</th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.run}>
                  <td>
                    {run.run} <small class="quiet">{t(`events.farm.work.${run.work}`)}</small>
                  </td>
                  <td>
                    {t(`events.farm.${run.state}`)}
                    {run.set_aside > 0 && (
                      <small class="problem"> {t("events.farm.setAside", { n: run.set_aside })}</small>
                    )}
                  </td>
                  <td class="num">{t("events.farm.progress", { done: run.done, n: run.given })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {tested?.course && tested.course.points.length > 0 && <Course run={tested} course={tested.course} />}
    </>
  );
}

function Workers({ workers }: { workers: readonly FarmWorker[] }) {
  return (
    <>
      <div class="scroll-x" tabIndex={0}>
        <table class="plain">
          <thead>
            <tr>
              <th>{t("events.farm.worker")}</th>
              <th>{t("events.farm.state")}</th>
              <th class="num">{t("events.farm.busy")}</th>
              <th class="num">{t("events.farm.done")}</th>
              <th class="num">{t("events.farm.speed")}</th>
              <th class="num">{t("events.farm.load")}</th>
              <th class="num" title={t("events.farm.deviations.about")}>
                {t("events.farm.deviations")}
              </th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.worker}>
                <td>{worker.worker}</td>
                <td>{t(`events.farm.${worker.state}`)}</td>
                <td class="num">{worker.state === "works" ? `${worker.playing}/${worker.threads}` : "–"}</td>
                <td class="num">{worker.done}</td>
                <td class="num">{Math.round(worker.speed)}</td>
                <td class="num">{worker.load.toFixed(1)}</td>
                <td
                  class={worker.deviations !== null && Math.abs(worker.deviations) > SUSPICIOUS ? "num problem" : "num"}
                >
                  {worker.deviations === null ? "–" : signed(Math.round(10 * worker.deviations) / 10)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet">{t("events.farm.deviations.about")}</p>
    </>
  );
}

export function FarmCard() {
  useEffect(watch, []);
  const view = farm.value;
  if (!view) return null;
  const working = view.workers.filter((worker) => worker.state === "works").length;
  const about = { workers: working, units: view.units, games: view.games_an_hour };
  return (
    <section class="card farm">
      <h2>{t("events.farm")}</h2>
      <p>{t("events.farm.about", about)}</p>
      {view.differing > 0 && <p class="problem">{t("events.farm.differing", { n: view.differing })}</p>}
      {working === 0 && (
        <p class="how-to">
          {t("events.farm.nobody")} <code>luozi worker --farm {view.farm}</code>
        </p>
      )}
      <Runs runs={view.runs} />
      {view.workers.length > 0 && <Workers workers={view.workers} />}
    </section>
  );
}
