// A class: the ladder, one's own bots, games, and what the teacher does. This part of the page is fetched when it is opened.

import { useEffect } from "preact/hooks";
import { tc } from "../i18n/class";
import { Bots } from "./Bots";
import { Enter } from "./Enter";
import { Ladder } from "./Ladder";
import { Me } from "./Me";
import { Player } from "./Player";
import { Rules } from "./Rules";
import { hello, loadHello } from "./state";
import { Teacher } from "./Teacher";

const PLACES = ["ladder", "bots", "people", "rules", "me"] as const;
type Place = (typeof PLACES)[number];

function Places({ here }: { here: string }) {
  const role = hello.value?.me?.role;
  const shown = PLACES.filter(
    (place) => !((place === "bots" && role !== "student") || (place === "people" && role !== "teacher")),
  );
  return (
    <nav class="class-places" aria-label={tc("places")}>
      {shown.map((place) => (
        <a
          key={place}
          href={place === "ladder" ? "#/class" : `#/class/${place}`}
          class={`button small${place === here ? " primary" : ""}`}
          aria-current={place === here ? "page" : undefined}
        >
          {tc(`place.${place}`)}
        </a>
      ))}
    </nav>
  );
}

function Content({ place, id }: { place: string; id: string }) {
  switch (place as Place | "player") {
    case "bots":
      return <Bots />;
    case "people":
      return <Teacher />;
    case "rules":
      return <Rules />;
    case "me":
      return <Me />;
    case "player":
      return <Player key={id} player={Number(id)} />;
    default:
      return <Ladder />;
  }
}

/** `#/class`, `#/class/bots`, `#/class/player/NUMBER`, `#/class/people`, `#/class/rules`, `#/class/me` and `#/class/enter=SECRET`. */
export function ClassScreen({ rest }: { rest: string }) {
  useEffect(() => void loadHello(), []);
  const known = hello.value;
  const token = /^enter=([0-9a-f]+)$/.exec(rest)?.[1] ?? null;
  const [place = "", id = ""] = rest.split("/");
  const fresh = known?.phase === "new" && known.me?.role === "teacher";
  const here = place || (fresh ? "rules" : "ladder");
  return (
    <main class="page class" id="main" tabIndex={0} aria-busy={known === null}>
      {known && (
        <>
          <h1>{known.name || tc("title")}</h1>
          {known.trouble && (
            <p class="problem" role="alert">
              {tc("trouble", { reason: known.trouble })}
            </p>
          )}
          {token !== null || !known.me ? (
            <Enter token={token} />
          ) : (
            <>
              <Places here={here === "player" ? "ladder" : here} />
              <Content place={here} id={id} />
            </>
          )}
        </>
      )}
    </main>
  );
}
