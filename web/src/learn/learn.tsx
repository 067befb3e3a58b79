// Learn: lessons, puzzles and one's rating. This part of the page is fetched when it is opened.

import { useEffect } from "preact/hooks";
import { route } from "../state/app";
import { Home } from "./Home";
import { LessonScreen } from "./LessonScreen";
import { isSeries, PuzzleScreen } from "./PuzzleScreen";
import { loadContents, loadLearned } from "./progress";

/** `#/learn`, `#/learn/puzzles/GAME/SERIES` and `#/learn/lessons/GAME/ID`. */
export function LearnScreen() {
  useEffect(() => {
    void loadContents();
    void loadLearned();
  }, []);
  const [what, game = "", id = ""] = route.value.rest.split("/");
  if (what === "puzzles" && game) return <PuzzleScreen game={game} series={isSeries(id) ? id : "new"} />;
  if (what === "lessons" && game && id) return <LessonScreen game={game} id={id} />;
  return <Home />;
}
