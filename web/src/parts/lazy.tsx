// Screens whose code is loaded when they are opened for the first time: the first load of the page stays small.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";

/** A component that fetches its code when it is first shown; where it has none yet its place is kept. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const code = signal<{ readonly Screen: ComponentType<Props> } | null>(null);
  const failed = signal(false);
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    failed.value = false;
    load().then(
      (Screen) => {
        code.value = { Screen };
      },
      () => {
        asked = false;
        failed.value = true;
      },
    );
  };
  return function Lazy(props: Props) {
    useEffect(ask, []);
    const { Screen } = code.value ?? {};
    if (Screen) return <Screen {...props} />;
    return (
      <main class="page" id="main" aria-busy={!failed.value}>
        {failed.value && (
          <p role="alert">
            {t("err.offline")}{" "}
            <button type="button" class="button" onClick={ask}>
              {t("lazy.again")}
            </button>
          </p>
        )}
      </main>
    );
  };
}
