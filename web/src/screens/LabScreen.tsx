// The search laboratory: one simulation at a time on the real board and tree, with the numbers that chose its path, of one
// search or of two side by side.

import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { tl } from "../i18n/lab";
import { ROOT } from "../model/tree";
import { BoardPicker } from "../parts/BoardPicker";
import { Icon } from "../parts/Icon";
import { LabSide } from "../parts/lab/LabSide";
import { Playback } from "../parts/lab/Playback";
import { Switch } from "../parts/Switch";
import { lab } from "../state/lab";

function Position() {
  const setup = lab.setup.value;
  const moves = lab.ply.value;
  return (
    <details class="card lab-position">
      <summary>{tl("lab.position")}</summary>
      <p class="quiet">{tl("lab.position.about")}</p>
      <BoardPicker name="lab" setup={setup} onChange={(next) => lab.begin(next)} />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={moves === 0}
          onClick={() => lab.toPosition(lab.target("previous"))}
        >
          <Icon name="undo" />
          {tl("lab.takeBack")}
        </button>
        <button type="button" class="button" disabled={moves === 0} onClick={() => lab.toPosition(ROOT)}>
          {tl("lab.clear")}
        </button>
      </div>
    </details>
  );
}

export function LabScreen() {
  useEffect(() => {
    lab.activate();
    // Whoever leaves the whole screen by the browser's own key has ended the lecture.
    const left = () => {
      if (document.fullscreenElement === null) lab.setLecture(false);
    };
    document.addEventListener("fullscreenchange", left);
    return () => {
      document.removeEventListener("fullscreenchange", left);
      lab.deactivate();
    };
  }, []);
  const sides = lab.recipes.value;
  const two = sides.length > 1;
  return (
    <main class={`page lab ${lab.lecture.value ? "lecture" : ""}`} id="main">
      <header class="lab-head">
        <h1>{tl("lab.title")}</h1>
        <p>{tl("lab.about")}</p>
      </header>
      {lab.unreached.value && (
        <p role="alert">
          {t("err.offline")}{" "}
          <button type="button" class="button" onClick={() => lab.activate()}>
            {t("lazy.again")}
          </button>
        </p>
      )}
      <Playback />
      <div class={`lab-sides ${two ? "two" : ""}`}>
        {sides.map((recipe, slot) => (
          <LabSide key={slot} slot={slot} recipe={recipe} />
        ))}
      </div>
      <div class="lab-foot">
        <Position />
        <div class="card">
          <Switch
            name={tl("lab.compare")}
            about={tl("lab.compare.about")}
            value={two}
            onChange={(on) => lab.compare(on)}
          />
        </div>
      </div>
    </main>
  );
}
