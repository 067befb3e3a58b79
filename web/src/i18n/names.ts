// What games and sides are called: in the words of the page's language, else as the game calls itself.

import type { GameName, Side } from "../model/game";
import { someGridOf } from "../model/grids";
import { isCommonKey, t } from "./common";

export function gameName(game: GameName): string {
  const key = `game.${game}`;
  return isCommonKey(key) ? t(key) : (someGridOf(game)?.title ?? game);
}

export function sideName(game: GameName, side: Side): string {
  const look = someGridOf(game)?.sides[side - 1];
  if (!look) return t(side === 1 ? "side.first" : "side.second");
  const key = `colour.${look.colour}`;
  return isCommonKey(key) ? t(key) : look.name;
}
