// Short messages at the foot of the page, the connection's banner, and the live region.

import { t } from "../i18n";
import { link } from "../state/app";
import { dismiss, spoken, toasts } from "../state/toasts";
import { Icon } from "./Icon";

export function Toasts() {
  return (
    <>
      <div class="hidden" role="status" aria-live="polite" id="live">
        {spoken.value}
      </div>
      {link.status.value === "lost" && (
        <div class="link-banner" role="alert">
          {t("link.lost")}
        </div>
      )}
      <div class="toasts">
        {toasts.value.map((entry) => (
          <div key={entry.id} class={`toast ${entry.kind}`}>
            {entry.kind === "award" && <Icon name="awards" />}
            <span>{entry.text}</span>
            {entry.action && (
              <button
                type="button"
                onClick={() => {
                  entry.action?.run();
                  dismiss(entry.id);
                }}
              >
                {entry.action.label}
              </button>
            )}
          </div>
        ))}
      </div>
    </>
  );
}
