// A hint comes in three steps: the region, the moves in it that keep what can be had, the best move with its reasons and
// its line.

import type { WireHint } from "../net/protocol";
import type { Remark } from "../net/wire";

export interface Hint {
  readonly step: 1 | 2 | 3;
  readonly region: readonly number[];
  readonly top: readonly string[];
  readonly best: string;
  /** What speaks for it. */
  readonly why: readonly Remark[];
  readonly pv: readonly string[];
}

export const firstHint = (hint: WireHint): Hint => ({
  step: 1,
  region: hint.region,
  top: hint.top,
  best: hint.best,
  why: hint.why,
  pv: hint.pv,
});

/** The next step; the last one stays. */
export const nextHint = (hint: Hint): Hint => ({ ...hint, step: hint.step === 1 ? 2 : 3 });
