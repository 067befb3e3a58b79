// The covered board of a paused game: no free thinking.

import { t } from "../i18n";
import { play } from "../state/play";
import { Icon } from "./Icon";

export function Veil() {
  return (
    <div class="veil">
      <h2>{t("status.paused")}</h2>
      <p>{t("status.paused.about")}</p>
      <button type="button" class="button primary" onClick={() => play.unpause()}>
        <Icon name="play" />
        {t("control.resume")}
      </button>
    </div>
  );
}
