// The panel of Play: the game's state, the engine on request, notes, and the moves.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { gameName, sideName } from "../i18n/names";
import { annotate, nodeOf, ROOT } from "../model/tree";
import { ContinueCard } from "../parts/ContinueCard";
import { EngineCard } from "../parts/EngineCard";
import { GameOverCard } from "../parts/GameOverCard";
import { Graph } from "../parts/Graph";
import { Icon } from "../parts/Icon";
import { MoveList } from "../parts/MoveList";
import { NotesCard } from "../parts/NotesCard";
import { ResignButton } from "../parts/ResignButton";
import { apiErrorText } from "../parts/ShareSheet";
import { Tabs } from "../parts/Tabs";
import { analysePlayed, hintText, rematch, reviewPlayed } from "../state/actions";
import { games, link, standardSetup } from "../state/app";
import { play } from "../state/play";
import { change, settings } from "../state/settings";
import { toast } from "../state/toasts";
import { dialog, narrow, showPreview } from "../state/ui";

type Tab = "game" | "engine" | "notes";
const tab = signal<Tab>("game");

function statusText(): string {
  const setup = play.setup.value;
  const view = play.view.value;
  if (play.paused.value) return t("status.paused");
  if (play.node.value !== play.tip.value) {
    return t("status.looking", { n: play.ply.value, total: nodeOf(play.tree.value, play.tip.value).ply });
  }
  // Without a connection nobody can be asked, and whose turn it is follows from the last answer.
  if (link.status.value === "lost") return t("status.waiting");
  const { human } = play.options.value;
  const mover = view?.toMove ?? 1;
  if (play.thinking.value || (human !== "both" && mover !== human)) return t("status.thinking");
  return t(human === "both" ? "status.turn" : "status.yourTurn", { side: sideName(setup.game, mover) });
}

/** The result of a game that has ended, with what one does next. */
export function PlayResult() {
  const ending = play.ending.value;
  if (!ending) return null;
  return (
    <GameOverCard
      game={play.setup.value.game}
      ending={ending}
      human={play.options.value.human}
      view={play.known(play.tip.value) ?? play.view.value}
      accuracy={play.accuracy.value}
      onReview={reviewPlayed}
      onRematch={rematch}
      onNew={() => (dialog.value = "new")}
    />
  );
}

/** A finger has no keys to press. */
const touch = matchMedia("(hover: none)").matches;

function Tips() {
  return (
    <section class="card tips">
      <h2>{t("tips.title")}</h2>
      <ul>
        <li>{t("tips.1")}</li>
        <li>{t("tips.2")}</li>
        <li>{t(touch ? "tips.3.touch" : "tips.3")}</li>
      </ul>
      <button type="button" class="button small" onClick={() => change({ tipsSeen: true })}>
        {t("tips.ok")}
      </button>
    </section>
  );
}

function QuickStart() {
  return (
    <div class="quick-start">
      {games.value.map((game) => (
        <button
          key={game}
          type="button"
          class={`quick ${play.setup.value.game === game ? "on" : ""}`}
          onClick={() => {
            const setup = standardSetup(game);
            if (setup) play.begin({ ...play.options.value, setup });
          }}
        >
          {gameName(game)}
        </button>
      ))}
    </div>
  );
}

function GameTab() {
  const fresh = play.tip.value === ROOT && !play.ending.value;
  const looking = play.node.value !== play.tip.value;
  const ended = play.ending.value !== null;
  return (
    <>
      {ended && !narrow.value && <PlayResult />}
      {(!ended || looking || play.saver.failed.value || play.saver.conflict.value) && (
        <GameCard fresh={fresh} ended={ended} looking={looking} />
      )}
      {!settings.value.tipsSeen && fresh && <Tips />}
    </>
  );
}

/** The same game went on elsewhere: one of the two is kept under its name. */
function Conflict() {
  const take = () => void play.takeStored().catch((error: unknown) => toast(apiErrorText(error), { kind: "bad" }));
  return (
    <div class="conflict" role="alert">
      <p>{t("conflict.about")}</p>
      <div class="row wrap">
        <button type="button" class="button small primary" onClick={take}>
          {t("conflict.theirs")}
        </button>
        <button type="button" class="button small" onClick={() => void play.keepOwn()}>
          {t("conflict.own")}
        </button>
      </div>
    </div>
  );
}

/** The hint in words; on a phone, where it stands below the board, it comes into sight as far as it must. */
function HintText() {
  const text = hintText();
  useEffect(() => {
    if (narrow.value) document.querySelector(".hint-text")?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return <p class="hint-text">{text}</p>;
}

/** Whose turn it is, and what one can do about the game. */
function GameCard({ fresh, ended, looking }: { fresh: boolean; ended: boolean; looking: boolean }) {
  return (
    <section class="card game-card">
      {(!ended || looking) && <p class={`status ${play.thinking.value ? "busy" : ""}`}>{statusText()}</p>}
      {play.hint.value && <HintText />}
      {looking && (
        <button type="button" class="button small" onClick={() => play.look(play.tip.value)}>
          {t("status.return")}
        </button>
      )}
      {fresh && <QuickStart />}
      {!ended && (
        <div class="row wrap">
          <button type="button" class="button primary" onClick={() => (dialog.value = "new")}>
            <Icon name="plus" />
            {t("control.new")}
          </button>
          {!fresh && (
            <button type="button" class="button" onClick={analysePlayed}>
              <Icon name="analyse" />
              {t("nav.analyse")}
            </button>
          )}
          {!fresh && <ResignButton onResign={() => play.resign()} />}
        </div>
      )}
      {play.saver.conflict.value && <Conflict />}
      {!fresh && !play.saver.conflict.value && (
        <p class="quiet">{t(play.saver.failed.value ? "status.unsaved" : "status.saved")}</p>
      )}
      {fresh && <ContinueCard />}
    </section>
  );
}

function EngineTab() {
  if (play.clean.value) {
    return (
      <section class="card">
        <h2>{t("engine.clean")}</h2>
        <p class="quiet">{t("engine.clean.about")}</p>
        <button type="button" class="button" disabled={!!play.ending.value} onClick={() => play.setClean(false)}>
          {t("engine.show")}
        </button>
      </section>
    );
  }
  return (
    <EngineCard
      game={play.setup.value.game}
      view={play.view.value}
      evaluation={play.evaluation.value}
      running={link.searching.value !== null}
      onPreview={(pv) => showPreview(pv, settings.value.preview)}
    >
      <button type="button" class="button small" onClick={() => play.setClean(true)}>
        {t("engine.hide")}
      </button>
    </EngineCard>
  );
}

export function PlayPanel() {
  const tree = play.tree.value;
  const ended = play.ending.value !== null;
  const revealed = !play.clean.value || ended;
  const setup = play.setup.value;
  const comment = nodeOf(tree, play.node.value).comment ?? "";
  const hint = play.hint.value;
  // The result is news, whatever one was reading, and so is a hint that one has asked for.
  useEffect(() => {
    if (ended || hint) tab.value = "game";
  }, [ended, hint]);
  return (
    <>
      <Tabs
        id="play-tab"
        label={t("tab.label")}
        value={tab.value}
        tabs={(["game", "engine", "notes"] as const).map((value) => ({ value, label: t(`tab.${value}`) }))}
        onChange={(value) => (tab.value = value)}
      >
        {tab.value === "game" ? (
          <GameTab />
        ) : tab.value === "engine" ? (
          <EngineTab />
        ) : (
          <NotesCard
            setup={setup}
            view={play.view.value}
            text={comment}
            onChange={(text) => (play.tree.value = annotate(tree, play.node.value, { comment: text }))}
          />
        )}
      </Tabs>
      {revealed && play.tip.value !== ROOT && (
        <Graph game={setup.game} line={play.curve.value} current={play.node.value} onPick={(id) => play.look(id)} />
      )}
      <MoveList
        game={setup.game}
        tree={tree}
        line={play.line.value}
        current={play.node.value}
        values={revealed}
        onPick={(id) => play.look(id)}
      />
    </>
  );
}
