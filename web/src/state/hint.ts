// A hint comes in three steps: the region, the three best moves, the best move with its line.

import type { WireHint } from "../net/protocol";

export interface Hint {
  readonly step: 1 | 2 | 3;
  readonly region: readonly number[];
  readonly top: readonly string[];
  readonly best: string;
  readonly pv: readonly string[];
}

export const firstHint = (hint: WireHint): Hint => ({
  step: 1,
  region: hint.region,
  top: hint.top,
  best: hint.best,
  pv: hint.pv,
});

/** The next step; the last one stays. */
export const nextHint = (hint: Hint): Hint => ({ ...hint, step: hint.step === 1 ? 2 : 3 });
