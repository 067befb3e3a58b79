// The hanging scroll beside the board: the game's name written downwards, its rules in a line, and a legend.

import type { ComponentChildren } from "preact";
import { lookOf } from "../board/look";
import { isKey, t } from "../i18n";
import { gameName } from "../i18n/names";
import type { Setup } from "../model/game";
import { someGridOf } from "../model/grids";

function subtitle(setup: Setup): string {
  const { game, rows, cols, forbidden } = setup;
  if (forbidden.length > 0) return t("sub.forbidden", { rows, cols, count: forbidden.length });
  const key = `sub.${game}`;
  return t(isKey(key) ? key : "sub.any", { rows, cols });
}

function Key({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <span>
      {text}
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </span>
  );
}

interface TitleProps {
  readonly setup: Setup;
  /** The board shows points that are closed to a side. */
  readonly marked: boolean;
  /** An engine may show its choice on the board. */
  readonly engine: boolean;
}

function Legend({ setup, marked, engine }: TitleProps) {
  const grid = someGridOf(setup.game);
  if (marked) {
    return (
      <div class="legend">
        <Key text={t("legend.first")}>
          <rect x="2" y="2" width="12" height="12" rx="2.5" fill="#1b1a1c" stroke="#a5834f" />
        </Key>
        <Key text={t("legend.second")}>
          <rect x="2" y="2" width="12" height="12" rx="2.5" fill="#fbf8f0" stroke="#8a6a3a" />
        </Key>
        <Key text={t("legend.nobody")}>
          <path d="M3 3l10 10m0-10L3 13" class="seal-stroke" />
        </Key>
      </div>
    );
  }
  const discs = grid?.discs ?? false;
  const cells = grid !== null && lookOf(grid) === "cells";
  return (
    <div class="legend">
      {discs && (
        <Key text={t("legend.flipped")}>
          <circle cx="8" cy="8" r="6.4" fill="#2a2724" stroke="#e0ae45" stroke-width="1.6" stroke-dasharray="2.4 2.6" />
        </Key>
      )}
      {setup.forbidden.length > 0 && (
        <Key text={t("legend.forbidden")}>
          <circle cx="8" cy="8" r="7" fill="#16264a" stroke="#c9a24a" />
          <path d="M5 5l6 6m0-6l-6 6" stroke="#d9b45c" stroke-width="2" stroke-linecap="round" />
        </Key>
      )}
      <Key text={t("legend.last")}>
        <circle cx="8" cy="8" r="6" fill={cells ? "#2a2724" : "#c8412b"} class={cells ? "" : "ink-stroke"} />
        {cells && <circle cx="8" cy="8" r="2.6" fill="#e2543a" />}
      </Key>
      {engine && (
        <Key text={t("legend.pick")}>
          {cells ? (
            <rect x="1.5" y="1.5" width="13" height="13" rx="3.5" fill="#1d5bb8" />
          ) : (
            <circle cx="8" cy="8" r="6" class="hint-ring" />
          )}
        </Key>
      )}
    </div>
  );
}

export function HangingTitle(props: TitleProps) {
  const { setup } = props;
  return (
    <div class="hanging">
      <div class="hanging-row">
        <span class="hanging-sub">{subtitle(setup)}</span>
        <h1>{gameName(setup.game)}</h1>
      </div>
      <Legend {...props} />
    </div>
  );
}
