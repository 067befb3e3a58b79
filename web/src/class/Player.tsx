// One player of the ladder: its rating over time, its results by board, its games.

import { useEffect, useState } from "preact/hooks";
import { series } from "../charts/axis";
import { Curves } from "../charts/Curves";
import { tc } from "../i18n/class";
import type { ClassPoint, ClassProfile } from "../net/wire";
import { Icon } from "../parts/Icon";
import { GameList } from "./GameList";
import { ask, elo, levelName, often } from "./state";

function Curve({ points }: { points: readonly ClassPoint[] }) {
  const last = points.at(-1);
  if (points.length < 2 || !last) return <p class="quiet">{tc("player.nocurve")}</p>;
  const known = points.flatMap((point) => (point.low === null || point.high === null ? [] : [{ ...point }]));
  const band = known.map(({ pairs, low, high }) => [pairs, low ?? 0, high ?? 0] as const);
  const ends = [...points.map((point) => point.elo), ...band.slice(1).flatMap(([, low, high]) => [low, high])];
  return (
    <Curves
      label={tc("player.curve")}
      unit={tc("row.pairs")}
      height={200}
      from={Math.min(...ends)}
      to={Math.max(...ends)}
      last={last.pairs}
      lines={[
        { colour: series(0), points: points.map((point) => [point.pairs, point.elo] as const), band: band.slice(1) },
      ]}
    />
  );
}

export function Player({ player }: { player: number }) {
  const [profile, setProfile] = useState<ClassProfile | null>(null);
  useEffect(
    () =>
      often(async () => {
        const found = await ask<ClassProfile>({ ask: "player", player });
        if (found) setProfile(found);
      }),
    [player],
  );
  if (!profile) return null;
  const { row, sizes, curve } = profile;
  return (
    <>
      <a class="back" href="#/class">
        <Icon name="back" />
        {tc("place.ladder")}
      </a>
      <h2>
        {levelName(row.level, row.name)} {row.level === null && <small>v{row.version}</small>}
      </h2>
      <div class="figures">
        <div class="card">
          <b>{elo(row.elo)}</b>
          <span>{row.low === null || row.high === null ? tc("row.elo") : `${elo(row.low)} … ${elo(row.high)}`}</span>
        </div>
        <div class="card">
          <b>{row.pairs}</b>
          <span>{tc("row.pairs")}</span>
        </div>
        <div class="card">
          <b>{row.as_first.join("–")}</b>
          <span>{tc("row.first")}</span>
        </div>
        <div class="card">
          <b>{row.as_second.join("–")}</b>
          <span>{tc("row.second")}</span>
        </div>
      </div>
      {row.level === null && (
        <section class="card">
          <h2>{tc("player.curve")}</h2>
          <Curve points={curve} />
        </section>
      )}
      {sizes.length > 0 && (
        <details class="card">
          <summary>{tc("player.sizes")}</summary>
          <table class="plain">
            <thead>
              <tr>
                <th>{tc("player.size")}</th>
                <th class="num">{tc("player.score")}</th>
              </tr>
            </thead>
            <tbody>
              {sizes.map(({ rows, cols, score }) => (
                <tr key={`${rows}x${cols}`}>
                  <td>
                    {rows} × {cols}
                  </td>
                  <td class="num">{score.join("–")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      <h2>{tc("games.title")}</h2>
      <GameList player={player} />
    </>
  );
}
