// The game curve: winning chance, score or loss after each move, with marks for judged moves, and a table twin for
// those who cannot see it.

import { useState } from "preact/hooks";
import { sideTone } from "../board/look";
import { t } from "../i18n";
import { sideName } from "../i18n/names";
import { type CurveMode, curveModes, curvePoints, heightOf } from "../model/curve";
import { type Evaluation, proofFor } from "../model/evaluation";
import { estimate, percent, signed } from "../model/format";
import type { GameName, Side } from "../model/game";
import { someGridOf } from "../model/grids";
import type { NodeId, TreeNode } from "../model/tree";
import { reading } from "../state/reading";
import { proofText } from "./proof";
import { Segments } from "./Segments";

interface GraphProps {
  readonly game: GameName;
  readonly line: readonly TreeNode[];
  readonly current: NodeId;
  readonly accuracy?: readonly [number | null, number | null] | null;
  readonly onPick: (id: NodeId) => void;
}

const WIDTH = 364;
const HEIGHT = 104;
/** Room above and below the curve for marks at its ends. */
const MARGIN = 10;
const GLYPHS: Record<string, string> = { blunder: "??", mistake: "?", doubtful: "?!", good: "!", brilliant: "!!" };

interface CurveProps extends GraphProps {
  readonly mode: CurveMode;
}

/** A value as the table writes it: a chance that is certain is told as what it is. */
function valueText(mode: CurveMode, value: number, evaluation: Evaluation | undefined): string {
  const proven = evaluation && mode !== "loss" ? proofFor(evaluation, 1) : null;
  if (proven) return proofText(proven);
  if (mode === "margin") return signed(Math.round(value * 10) / 10);
  return mode === "loss" ? percent(value) : estimate(value);
}

/** The first side's colour, where it has one; black and white would be lost on one of the themes. */
function curveTones(game: GameName): Record<string, string> {
  const colour = someGridOf(game)?.sides[0].colour;
  if (colour === undefined || colour === "black" || colour === "white") return {};
  return { "--side": sideTone(someGridOf(game), 1), "--line": colour === "red" ? "var(--seal)" : colour };
}

function Curve({ game, line, current, mode, onPick }: CurveProps) {
  const found = curvePoints(line, mode);
  const height = heightOf(found, mode);
  const span = Math.max(20, line.length - 1);
  const x = (ply: number) => (ply / span) * WIDTH;
  const y = (value: number) => MARGIN + (HEIGHT - 2 * MARGIN) * (1 - height(value));
  const path = (which: number) =>
    found
      .map(
        ({ node, values }, index) =>
          `${index ? "L" : "M"}${x(node.ply).toFixed(1)} ${y(values[which] ?? 0).toFixed(1)}`,
      )
      .join("");
  const first = found[0];
  const end = found.at(-1);
  const here = line.find((node) => node.id === current);
  const hereX = here ? x(here.ply) : 0;
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * span);
    const node = line[Math.min(line.length - 1, Math.max(0, ply))];
    if (node) onPick(node.id);
  };
  return (
    <svg
      class="graph"
      style={curveTones(game)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`}
      role="img"
      aria-label={t(`graph.label.${mode}`, { side: sideName(game, 1) })}
      onClick={pick}
    >
      <rect class="graph-ground" width={WIDTH} height={HEIGHT} rx="8" />
      {mode !== "loss" && first && end && (
        <path
          class="graph-area"
          d={`${path(0)}L${x(end.node.ply).toFixed(1)} ${HEIGHT}L${x(first.node.ply).toFixed(1)} ${HEIGHT}Z`}
        />
      )}
      {mode !== "loss" && <path class="graph-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />}
      <path class="graph-line" d={path(0)} />
      {mode === "loss" && <path class="graph-line second" d={path(1)} />}
      {mode !== "loss" &&
        found
          .filter(({ node }) => node.evaluation?.proven)
          .map(({ node, values }) => (
            <circle
              key={`exact-${node.id}`}
              class="graph-exact"
              data-ply={node.ply}
              cx={x(node.ply)}
              cy={y(values[0] ?? 0)}
              r="3"
            />
          ))}
      {found
        .filter((point) => point.node.glyph && point.node.glyph in GLYPHS)
        .map(({ node, values }) => {
          const [cx, cy] = [x(node.ply), y(values[mode === "loss" && node.ply % 2 === 0 ? 1 : 0] ?? 0)];
          return (
            <g key={node.id} class={`graph-mark ${node.glyph}`} data-ply={node.ply}>
              <circle cx={cx} cy={cy} r="8" />
              <text x={cx} y={cy + 4} text-anchor="middle">
                {GLYPHS[node.glyph ?? ""]}
              </text>
            </g>
          );
        })}
      {here && here.ply > 0 && (
        <>
          <path class="graph-here" d={`M${hereX} 0V${HEIGHT}`} />
          <text class="graph-ply here" x={Math.min(WIDTH - 8, Math.max(8, hereX))} y={HEIGHT + 14} text-anchor="middle">
            {here.ply}
          </text>
        </>
      )}
    </svg>
  );
}

function Table({ game, line, mode }: Pick<CurveProps, "game" | "line" | "mode">) {
  const sides: readonly Side[] = mode === "loss" ? [1, 2] : [1];
  return (
    <table class="graph-table">
      <thead>
        <tr>
          <th>{t("graph.ply")}</th>
          <th>{t("engine.move")}</th>
          {sides.map((side) => (
            <th key={side} class="num">
              {t(`graph.value.${mode}`, { side: sideName(game, side) })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {curvePoints(line, mode).map(({ node, values }) => (
          <tr key={node.id}>
            <td>{node.ply}</td>
            <td>
              {node.move} {GLYPHS[node.glyph ?? ""] ?? ""}
            </td>
            {values.map((value, index) => (
              <td key={index} class="num">
                {valueText(mode, value, node.evaluation)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Graph(props: GraphProps) {
  const { game, line, accuracy } = props;
  const [asTable, setAsTable] = useState(false);
  const modes = curveModes(line);
  const shown = modes.find((known) => known === reading.value) ?? "win";
  const empty = curvePoints(line, "win").length < 2;
  return (
    <section class="card graph-card">
      <h2>
        {t("graph.title")}
        {accuracy && (accuracy[0] !== null || accuracy[1] !== null) && (
          <span>
            {t("graph.accuracy", {
              first: sideName(game, 1),
              a: accuracy[0] ?? "–",
              second: sideName(game, 2),
              b: accuracy[1] ?? "–",
            })}
          </span>
        )}
      </h2>
      {empty ? (
        <p class="quiet">{t("graph.empty")}</p>
      ) : asTable ? (
        <Table game={game} line={line} mode={shown} />
      ) : (
        <Curve {...props} mode={shown} />
      )}
      {!empty && (
        <div class="graph-foot">
          <Segments
            name="curve"
            label={t("graph.reading")}
            value={shown}
            options={modes.map((value) => ({ value, label: t(`graph.mode.${value}`) }))}
            onChange={(value) => (reading.value = value)}
          />
          <button type="button" class="text-button" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t("graph.table")}
          </button>
        </div>
      )}
    </section>
  );
}
