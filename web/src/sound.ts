// Four short sounds from the browser's own synthesiser: a stone, a win, a loss, a refusal. No files.

import { settings } from "./state/settings";

let context: AudioContext | null = null;

interface Tone {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly seconds: number;
  readonly gain: number;
  readonly type: OscillatorType;
}

/** How long the first sound may wait for a moment without other work. */
const START_MS = 300;

/** Starting the synthesiser takes longer than a frame, so the first sound waits until the screen has been painted. */
function sound(tones: readonly Tone[]): void {
  if (!settings.value.sound || typeof AudioContext === "undefined") return;
  if (context) {
    ring(context, tones);
    return;
  }
  const start = () => {
    context ??= new AudioContext();
    ring(context, tones);
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(start, { timeout: START_MS });
  else setTimeout(start, START_MS);
}

function ring(context: AudioContext, tones: readonly Tone[]): void {
  if (context.state === "suspended") void context.resume();
  for (const tone of tones) {
    const start = context.currentTime + tone.at;
    const oscillator = context.createOscillator();
    const volume = context.createGain();
    oscillator.type = tone.type;
    oscillator.frequency.setValueAtTime(tone.from, start);
    oscillator.frequency.exponentialRampToValueAtTime(tone.to, start + tone.seconds);
    volume.gain.setValueAtTime(tone.gain, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + tone.seconds);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + tone.seconds);
  }
}

const note = (
  from: number,
  to: number,
  at: number,
  seconds: number,
  gain: number,
  type: OscillatorType = "sine",
): Tone => ({ from, to, at, seconds, gain, type });

export const stoneSound = () => sound([note(1400, 420, 0, 0.05, 0.22, "triangle"), note(240, 120, 0, 0.09, 0.3)]);
export const winSound = () =>
  sound([note(523, 523, 0, 0.22, 0.14), note(659, 659, 0.12, 0.24, 0.14), note(784, 784, 0.24, 0.4, 0.16)]);
export const lossSound = () => sound([note(330, 311, 0, 0.3, 0.14), note(262, 247, 0.2, 0.45, 0.14)]);
export const illegalSound = () => sound([note(180, 140, 0, 0.12, 0.16, "square")]);
