import { describe, expect, it } from "vitest";
import css from "../src/styles/tokens.css?raw";

/** Both themes' value of a colour token. */
function token(name: string): [string, string] {
  const match = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css);
  if (!match) throw new Error(`no token ${name}`);
  return [match[1] ?? "", match[2] ?? ""];
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const weigh = (rgb: readonly number[]) => 0.2126 * (rgb[0] ?? 0) + 0.7152 * (rgb[1] ?? 0) + 0.0722 * (rgb[2] ?? 0);
const luminance = (hex: string) => weigh(channels(hex).map(linear));

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe("contrast", () => {
  const texts = ["ink", "ink2", "ink3", "seal", "hint", "good", "warn", "bad"];
  const grounds = ["paper", "card", "sunk"];
  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    "%s on %s is readable in both themes",
    (text, ground) => {
      for (const theme of [0, 1] as const)
        expect(contrast(token(text)[theme], token(ground)[theme])).toBeGreaterThanOrEqual(4.5);
    },
  );
});

// Machado et al. 2009, severity 1: what people without one kind of cone see, in linear light.
const SIMULATIONS: Record<string, readonly (readonly number[])[]> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe("pieces without full colour vision", () => {
  const seen = (hex: string, matrix: readonly (readonly number[])[]) => {
    const rgb = channels(hex).map(linear);
    return weigh(
      matrix.map((row) =>
        Math.max(
          0,
          row.reduce((sum, factor, at) => sum + factor * (rgb[at] ?? 0), 0),
        ),
      ),
    );
  };
  it.each(Object.keys(SIMULATIONS))("red and gold differ in lightness for %s", (kind) => {
    const matrix = SIMULATIONS[kind] ?? [];
    const [red, gold] = [seen("#b83622", matrix), seen("#efbe4b", matrix)];
    expect((Math.max(red, gold) + 0.05) / (Math.min(red, gold) + 0.05)).toBeGreaterThan(2.5);
  });
});
