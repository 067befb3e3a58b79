// Everything that is needed to play the run again.

import type { ComponentChildren } from "preact";
import { milliseconds } from "../charts/axis";
import type { Run } from "./data";
import { Command, Section } from "./parts";
import { type ReportKey, t } from "./words";

export function Repeat({ run }: { run: Run }) {
  const { data, names } = run;
  const { about, conditions } = data;
  const { control, sprt } = conditions;
  const { machine } = about;
  const time =
    "per_move" in control
      ? t("per_move", { time: milliseconds(control.per_move) })
      : t("clock", { base: milliseconds(control.clock.base), increment: milliseconds(control.clock.increment) });
  const test = sprt && {
    elo0: sprt.elo0,
    elo1: sprt.elo1,
    lower: sprt.lower.toFixed(2),
    upper: sprt.upper.toFixed(2),
  };
  const facts: readonly (readonly [ReportKey, ComponentChildren] | null)[] = [
    ["command", <Command key="command" text={about.command} />],
    ["version", `Luozi ${about.version}`],
    ["players", names.map((name) => <div key={name}>{name}</div>)],
    ["boards_openings", conditions.book],
    ["time_control", time],
    ["visits", conditions.visits ?? t("own_limits")],
    ["memory_limit", `${Math.round(conditions.memory_bytes / 2 ** 20)} MB`],
    ["seed", String(conditions.seed)],
    ["number", `${data.played_games} / ${data.planned_games}`],
    ["concurrency", String(about.concurrency)],
    test && ["test", t("test_words", test)],
    [
      "machine",
      [
        machine.processor,
        t("processors", { n: machine.processors }),
        machine.memory_mb > 0 ? `${Math.round(machine.memory_mb / 1024)} GB` : "",
        machine.instructions,
        machine.system,
      ]
        .filter(Boolean)
        .join(" · "),
    ],
    ["judge", `${data.overhead_ms.toFixed(1)} ms`],
    ["date", `${new Date(data.started_ms).toISOString().replace("T", " ").slice(0, 19)} UTC`],
    data.record ? ["record", data.record] : null,
  ];
  return (
    <Section title={t("repeat")}>
      <dl>
        {facts.map(
          (fact) =>
            fact && (
              <>
                <dt>{t(fact[0])}</dt>
                <dd>{fact[1]}</dd>
              </>
            ),
        )}
      </dl>
    </Section>
  );
}
