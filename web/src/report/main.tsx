// The report of a run: one file that asks nobody for anything. The program writes the data into it.

import { effect } from "@preact/signals";
import { render } from "preact";
import { Defs } from "../board/Defs";
import { gameName } from "../i18n/names";
import { DocumentHead } from "../parts/DocumentHead";
import { Run, readData } from "./data";
import { Faults } from "./Faults";
import { Boards, Course, CrossTable, Movers, Strength } from "./Figures";
import { Games } from "./Games";
import { Repeat } from "./Repeat";
import { Summary, title } from "./Summary";
import { Times } from "./Times";
import { language, t } from "./words";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/board.css";
import "../styles/charts.css";
import "../styles/document.css";
import "../styles/report.css";

const run = new Run(readData());
language.value = run.data.lang === "zh" ? "zh" : "en";

function Report() {
  const games = [...new Set(run.data.boards.map(({ setup }) => gameName(setup.game)))].join(", ");
  const about = [t(`kind.${run.kind}`), games, t("games_played", { n: run.data.played_games })];
  return (
    <>
      <Defs />
      <DocumentHead title={title(run)} about={about.filter(Boolean).join(" · ")} />
      <main>
        <Summary run={run} />
        <CrossTable run={run} />
        <Strength run={run} />
        <Course run={run} />
        <Movers run={run} />
        <Boards run={run} />
        <Times run={run} />
        <Faults run={run} />
        <Games run={run} />
        <Repeat run={run} />
      </main>
    </>
  );
}

effect(() => {
  document.documentElement.lang = language.value === "zh" ? "zh-Hans" : "en";
  document.title = `${title(run)} · Luozi 落子`;
});

const root = document.getElementById("app");
if (root) render(<Report />, root);
