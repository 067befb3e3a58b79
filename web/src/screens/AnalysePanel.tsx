// The panel of Analyse: engine, review, notes, and the position itself.

import { t } from "../i18n";
import { annotate, nodeOf } from "../model/tree";
import { EngineCard } from "../parts/EngineCard";
import { Graph } from "../parts/Graph";
import { MoveList } from "../parts/MoveList";
import { NotesCard } from "../parts/NotesCard";
import { QuizCard } from "../parts/QuizCard";
import { ReviewCard } from "../parts/ReviewCard";
import { SearchCard } from "../parts/SearchCard";
import { Tabs } from "../parts/Tabs";
import { analyse } from "../state/analyse";
import { link } from "../state/app";
import { change, MOST_CANDIDATES, settings } from "../state/settings";
import { type AnalyseTab, analyseTab, showPreview } from "../state/ui";
import { PositionCard } from "./PositionCard";

const TABS: readonly AnalyseTab[] = ["engine", "search", "review", "notes", "position"];

function Sliders() {
  const { candidates, lineLength } = settings.value;
  return (
    <div class="sliders">
      <label>
        {t("engine.candidates")} <b>{candidates > MOST_CANDIDATES ? t("engine.all") : candidates}</b>
        <input
          type="range"
          min="1"
          max={MOST_CANDIDATES + 1}
          value={candidates}
          onInput={(event) => change({ candidates: Number(event.currentTarget.value) })}
        />
      </label>
      <label>
        {t("engine.length")} <b>{lineLength}</b>
        <input
          type="range"
          min="3"
          max="20"
          value={lineLength}
          onInput={(event) => change({ lineLength: Number(event.currentTarget.value) })}
        />
      </label>
    </div>
  );
}

function EngineTab() {
  return (
    <EngineCard
      game={analyse.setup.value.game}
      view={analyse.view.value}
      evaluation={analyse.shown.value}
      running={link.searching.value !== null}
      onPreview={(pv) => showPreview(pv, settings.value.preview)}
      onPlay={(pv) => {
        showPreview(null, "off");
        analyse.playLine(pv);
      }}
    >
      <Sliders />
    </EngineCard>
  );
}

function TabContent() {
  const setup = analyse.setup.value;
  switch (analyseTab.value) {
    case "engine":
      return <EngineTab />;
    case "search":
      return <SearchCard />;
    case "review":
      return <ReviewCard />;
    case "notes": {
      const tree = analyse.tree.value;
      const node = analyse.node.value;
      return (
        <NotesCard
          setup={setup}
          view={analyse.view.value}
          text={nodeOf(tree, node).comment ?? ""}
          onChange={(comment) => (analyse.tree.value = annotate(tree, node, { comment }))}
        />
      );
    }
    case "position":
      return <PositionCard />;
  }
}

export function AnalysePanel() {
  const setup = analyse.setup.value;
  if (analyse.quiz.value) return <QuizCard />;
  return (
    <>
      <Tabs
        id="analyse-tab"
        label={t("tab.label")}
        value={analyseTab.value}
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
        onChange={(value) => (analyseTab.value = value)}
      >
        <TabContent />
      </Tabs>
      <Graph
        game={setup.game}
        line={analyse.curve.value}
        current={analyse.node.value}
        accuracy={analyse.reviewing.value?.summary?.accuracy ?? null}
        onPick={(id) => analyse.visit(id)}
      />
      <MoveList
        game={setup.game}
        tree={analyse.tree.value}
        line={analyse.line.value}
        current={analyse.node.value}
        values
        onPick={(id) => analyse.visit(id)}
      />
    </>
  );
}
