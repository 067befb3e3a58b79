// Awards: statistics per game and level, streaks, badges.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { named, t } from "../i18n";
import { gameName } from "../i18n/names";
import { api } from "../net/api";
import type { AwardsReport } from "../net/protocol";
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
    toast(t("awards.wasReset"), {
      action: { label: t("common.undo"), run: () => void api.restoreAwards(undo).then(load) },
    });
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
              <td>{gameName(row.game)}</td>
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

/** One character a badge, cut like a seal. */
const SEALS: Record<string, string> = {
  first_game: "初",
  first_win: "胜",
  first_draw: "和",
  ten_games: "十",
  hundred_games: "百",
  ten_wins: "拾",
  fifty_wins: "半",
  win_streak_3: "三",
  win_streak_5: "五",
  win_streak_10: "连",
  level_3: "叁",
  level_5: "伍",
  level_7: "柒",
  level_9: "玖",
  level_10: "峰",
  all_games: "全",
  both_sides: "双",
  no_help: "独",
  comeback: "返",
  clock_win: "时",
  quick_four: "速",
  forbidden_cell: "障",
  big_board: "广",
  landslide: "崩",
  one_disc: "毫",
  nogo_small_margin: "气",
  marathon: "久",
  persistent: "恒",
};

function Badges({ awards }: { awards: AwardsReport }) {
  return (
    <ul class="badges">
      {awards.badges.map((badge) => (
        <li key={badge.id} class={`badge card ${badge.earned === null ? "" : "earned"}`}>
          <span class="medal" aria-hidden="true" lang="zh-Hans">
            {SEALS[badge.id] ?? "子"}
          </span>
          <div>
            <b>{named(`badge.${badge.id}`, {}, badge.id)}</b>
            <small>{named(`badge.${badge.id}.about`, {}, "")}</small>
            {badge.earned === null ? (
              badge.need > 1 && (
                <progress
                  value={badge.have}
                  max={badge.need}
                  aria-label={t("awards.progress", { have: badge.have, need: badge.need })}
                />
              )
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
