// Awards: statistics per game and level, streaks, badges.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { named, t } from "../i18n";
import { api } from "../net/api";
import type { AwardsReport } from "../net/protocol";
import { Icon } from "../parts/Icon";
import { apiErrorText } from "../parts/ShareSheet";
import { dateText } from "../parts/time";
import { toast } from "../state/toasts";

const report = signal<AwardsReport | null>(null);

async function load(): Promise<void> {
  try {
    report.value = await api.awards();
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

async function reset(): Promise<void> {
  try {
    const { undo } = await api.resetAwards();
    await load();
    toast(t("awards.wasReset"), { action: { label: t("common.undo"), run: () => void api.restoreAwards(undo).then(load) } });
  } catch (error) {
    toast(apiErrorText(error), { kind: "bad" });
  }
}

function Figures({ awards }: { awards: AwardsReport }) {
  const { total, streak } = awards;
  const figures = [
    [total.played, t("awards.played")],
    [total.won, t("awards.won")],
    [total.drawn, t("awards.drawn")],
    [total.lost, t("awards.lost")],
    [streak.now, t("awards.streak")],
    [streak.best, t("awards.best")],
  ] as const;
  return (
    <div class="figures">
      {figures.map(([value, label]) => (
        <div key={label} class="card">
          <b>{value}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  );
}

function Statistics({ awards }: { awards: AwardsReport }) {
  return (
    <div class="card scroll-x">
      <table class="plain">
        <thead>
          <tr>
            <th>{t("new.game")}</th>
            <th class="num">{t("awards.level")}</th>
            <th class="num">{t("awards.played")}</th>
            <th class="num">{t("events.record")}</th>
            <th class="num">{t("events.asFirst")}</th>
            <th class="num">{t("events.asSecond")}</th>
            <th class="num">{t("awards.fastest")}</th>
          </tr>
        </thead>
        <tbody>
          {awards.stats.map((row) => (
            <tr key={`${row.game}-${row.level}`}>
              <td>{t(`game.${row.game}`)}</td>
              <td class="num">{row.level}</td>
              <td class="num">{row.played}</td>
              <td class="num">{`${row.won}–${row.drawn}–${row.lost}`}</td>
              <td class="num">{row.as_first.join("–")}</td>
              <td class="num">{row.as_second.join("–")}</td>
              <td class="num">{row.fastest_win === null ? "" : t("awards.moves", { n: row.fastest_win })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Badges({ awards }: { awards: AwardsReport }) {
  return (
    <ul class="badges">
      {awards.badges.map((badge) => (
        <li key={badge.id} class={`badge card ${badge.earned === null ? "" : "earned"}`}>
          <span class="medal">
            <Icon name="awards" />
          </span>
          <div>
            <b>{named(`badge.${badge.id}`, {}, badge.id)}</b>
            <small>{named(`badge.${badge.id}.about`, {}, "")}</small>
            {badge.earned === null ? (
              badge.need > 1 && <progress value={badge.have} max={badge.need} aria-label={t("awards.progress", { have: badge.have, need: badge.need })} />
            ) : (
              <small>{t("awards.earned", { date: dateText(badge.earned) })}</small>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function AwardsScreen() {
  useEffect(() => void load(), []);
  const awards = report.value;
  return (
    <main class="page awards" id="main" tabIndex={0}>
      <h1>{t("awards.title")}</h1>
      {awards && (
        <>
          <Figures awards={awards} />
          <h2>{t("awards.stats")}</h2>
          {awards.stats.length === 0 ? <p class="quiet">{t("awards.none")}</p> : <Statistics awards={awards} />}
          <h2>{t("awards.badges")}</h2>
          <Badges awards={awards} />
          <button type="button" class="button" disabled={awards.total.played === 0} onClick={() => void reset()}>
            {t("awards.reset")}
          </button>
        </>
      )}
    </main>
  );
}
