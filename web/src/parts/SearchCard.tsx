// Looking inside the search: an invitation, then the graph to walk in beside the board.

import { t } from "../i18n";
import { encodeShare } from "../model/share";
import { movesTo } from "../model/tree";
import { analyse } from "../state/analyse";
import { backTo, inside, keepLine, lookInside, looking, walkAlong, walkVia } from "../state/inside";
import { toast } from "../state/toasts";
import { GraphWalk } from "./GraphWalk";
import { Icon } from "./Icon";

function Invitation() {
  return (
    <section class="card search-card">
      <p class="quiet">
        {t(looking.value ? "search.looking" : analyse.view.value?.over ? "engine.over" : "search.about")}
      </p>
      <button type="button" class="button primary" disabled={!!analyse.view.value?.over} onClick={lookInside}>
        {t("search.look")}
      </button>
      <a
        class="button"
        href={`#/lab/${encodeShare({ setup: analyse.setup.value, start: analyse.start, moves: movesTo(analyse.tree.value, analyse.node.value) })}`}
      >
        <Icon name="lab" />
        {t("lab.open")}
      </a>
    </section>
  );
}

export function SearchCard() {
  const here = inside.value;
  if (!here) return <Invitation />;
  return (
    <section class="card search-card">
      <GraphWalk
        game={analyse.setup.value.game}
        graph={here.graph}
        steps={here.steps}
        onWalk={walkAlong}
        onBack={backTo}
        onVia={walkVia}
        onUnknown={(text) => toast(text, { kind: "bad" })}
      />
      <div class="row wrap">
        <button type="button" class="button small" disabled={here.steps.length === 0} onClick={keepLine}>
          {t("search.keep")}
        </button>
        <button type="button" class="button small" onClick={lookInside}>
          {t("search.again")}
        </button>
      </div>
    </section>
  );
}
