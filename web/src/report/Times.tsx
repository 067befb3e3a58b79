// How long each player took for its moves.

import { milliseconds, series } from "../charts/axis";
import { Histogram } from "../charts/Histogram";
import type { Run } from "./data";
import { Section } from "./parts";
import { t } from "./words";

export function Times({ run }: { run: Run }) {
  const { times, conditions } = run.data;
  const limit = "per_move" in conditions.control ? conditions.control.per_move : null;
  return (
    <Section title={t("times")}>
      {limit !== null && (
        <p class="note">
          <span class="bad">┆ </span>
          {`${t("limit")} ${milliseconds(limit)}`}
        </p>
      )}
      <div class="time-charts">
        {times.players.map((player, index) => (
          <div key={index}>
            <p class="player-name">
              <b>{run.names[index]}</b>
            </p>
            <p class="note">
              {[
                `${player.moves} ${t("moves")}`,
                `${t("median")} ${milliseconds(player.median)}`,
                `${t("p95")} ${milliseconds(player.percentile_95)}`,
                `${t("longest")} ${milliseconds(player.longest)}`,
              ].join(" · ")}
            </p>
            <Histogram
              label={t("times")}
              ends={times.classes_ms}
              counts={player.counts}
              limit={limit}
              colour={series(0)}
            />
          </div>
        ))}
      </div>
    </Section>
  );
}
