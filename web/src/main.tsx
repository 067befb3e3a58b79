// Starts the page: style, connection, keys, address, and what the game's events set off.

import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import { App } from "./App";
import { named, t } from "./i18n";
import { onKey } from "./keys";
import { resultTitle } from "./parts/GameOverCard";
import { lossSound, stoneSound, winSound } from "./sound";
import { keepAddress } from "./state/address";
import { analyse } from "./state/analyse";
import { info, link } from "./state/app";
import { friend } from "./state/friend";
import { lab } from "./state/lab";
import { play } from "./state/play";
import { loadSettings, settings } from "./state/settings";
import { sayMove } from "./state/speech";
import { say, toast } from "./state/toasts";
import { showBoard } from "./state/ui";
import { watch } from "./state/watch";
import "./styles/index.css";

play.onMove = (side, move) => {
  stoneSound();
  sayMove(side, move);
};
play.onEnd = (ending) => {
  const { human } = play.options.value;
  say(resultTitle(play.setup.value.game, ending, human));
  showBoard();
  if (human === "both" || ending.winner === human) winSound();
  else lossSound();
};
play.onAwards = (ids) => {
  for (const id of ids) toast(t("awards.new", { name: named(`badge.${id}`, {}, id) }), { kind: "award" });
};

friend.onMove = (side, move) => {
  stoneSound();
  sayMove(side, move);
};
friend.onEnd = (ending, you) => {
  say(resultTitle(friend.setup.value.game, ending, you ?? "both"));
  if (you === null || ending.winner === you) winSound();
  else lossSound();
};

for (const session of [play, analyse, watch, lab, friend]) {
  session.onBegin = showBoard;
  effect(() => {
    const error = session.problem.value;
    if (error) untracked(() => toast(named(error.text_key, error.args, error.text), { kind: "bad" }));
  });
}

// The choice stands in the panel, which may be out of sight.
effect(() => {
  if (play.saver.conflict.value) untracked(() => toast(t("err.conflict"), { kind: "bad" }));
});

effect(() => {
  const notice = info.value?.data.notice;
  if (notice) untracked(() => toast(named(notice.text_key, notice.args, notice.text_key), { kind: "bad" }));
});

addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", () => {
  const hidden = document.visibilityState === "hidden";
  link.rate(hidden ? 2 : 10);
  if (hidden && settings.value.pauseHidden && play.options.value.clock.kind !== "none" && play.clock.value.running)
    play.pause();
});

void loadSettings();
link.connect();
keepAddress();
const root = document.getElementById("app");
if (root) {
  // The seal that was there from the first moment makes room for the page.
  root.replaceChildren();
  render(<App />, root);
}
