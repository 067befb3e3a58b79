// Wood grain and felt as plain vector strokes, drawn from a fixed seed: no image file, no filter, rasterised once
// with the static board layer.

/** A small seeded generator (mulberry32); the same seed gives the same picture on every machine. */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Vertical grain lines with a slow common sway, as SVG path data in two strengths. */
export function grain(width: number, height: number): readonly [string, string] {
  const random = seeded(4);
  const paths: [string, string] = ["", ""];
  const phase = random() * 6;
  for (let x = 2; x < width; x += 2.2 + random() * 4.5) {
    const sway = 5 * Math.sin(x / 71 + phase);
    const start = random() < 0.35 ? random() * height * 0.7 : 0;
    const end = random() < 0.35 ? start + (height - start) * (0.3 + random() * 0.7) : height;
    const bend = sway + (random() - 0.5) * 3;
    const middle = (start + end) / 2;
    const line = `M${x.toFixed(1)} ${start.toFixed(0)}Q${(x + bend).toFixed(1)} ${middle.toFixed(0)} ${(x + bend * 0.3).toFixed(1)} ${end.toFixed(0)}`;
    paths[random() < 0.22 ? 1 : 0] += line;
  }
  return paths;
}

/** Short fibres of felt. */
export function fibres(width: number, height: number): string {
  const random = seeded(8);
  let path = "";
  for (let k = 0; k < (width * height) / 420; k++) {
    const x = random() * width;
    const y = random() * height;
    path += `M${x.toFixed(0)} ${y.toFixed(0)}l${(random() * 7 - 3.5).toFixed(1)} ${(random() * 5 - 2.5).toFixed(1)}`;
  }
  return path;
}
