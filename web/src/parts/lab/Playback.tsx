// Play, pause, step and speed of the laboratory, and the number of the simulation that is told.

import { tl } from "../../i18n/lab";
import { lab, MOST_SIMULATIONS, SPEEDS } from "../../state/lab";
import { ToolButton } from "../ToolButton";

export function Playback() {
  const number = lab.number.value;
  const [waiting, playing, none] = [lab.waiting.value, lab.playing.value, lab.recipes.value.length === 0];
  const over = lab.exhausted.value;
  return (
    <div class="card lab-playback" role="toolbar" aria-label={tl("lab.playback")}>
      <div class="group tools">
        <ToolButton icon="first" label={tl("lab.first")} quiet off={number === 0} run={() => lab.toStart()} />
        <ToolButton icon="previous" label={tl("lab.back")} quiet off={number === 0 || waiting} run={() => lab.back()} />
        <ToolButton
          icon={playing ? "pause" : "play"}
          label={tl(playing ? "lab.pause" : "lab.play")}
          class="primary"
          off={none || over}
          run={() => (playing ? lab.pause() : lab.play())}
        />
        <ToolButton icon="next" label={tl("lab.step")} off={none || waiting || over} run={() => lab.step()} />
        <ToolButton icon="last" label={tl("lab.next")} off={none || waiting || over} run={() => lab.load(number + 1)} />
      </div>
      <label class="lab-number">
        {tl("lab.simulation")}
        <input
          type="number"
          min="0"
          max={MOST_SIMULATIONS}
          value={number}
          disabled={none}
          onChange={(event) => {
            const wanted = Number(event.currentTarget.value) || 0;
            if (wanted < 1) lab.toStart();
            else lab.load(wanted);
          }}
        />
      </label>
      <div class="group">
        {[10, 100].map((more) => (
          <button
            key={more}
            type="button"
            class="button"
            disabled={none || waiting || over}
            onClick={() => lab.load(number + more, true)}
          >
            +{more}
          </button>
        ))}
      </div>
      <ToolButton
        icon="screen"
        label={tl("lab.lecture")}
        class="button lab-large"
        quiet
        pressed={lab.lecture.value}
        run={() => lab.setLecture(!lab.lecture.value)}
      />
      <label class="lab-speed">
        {tl("lab.speed")} <b>×{lab.speed.value}</b>
        <input
          type="range"
          min="0"
          max={SPEEDS.length - 1}
          step="1"
          value={SPEEDS.indexOf(lab.speed.value)}
          aria-valuetext={`×${lab.speed.value}`}
          onInput={(event) => (lab.speed.value = SPEEDS[Number(event.currentTarget.value)] ?? 1)}
        />
      </label>
    </div>
  );
}
