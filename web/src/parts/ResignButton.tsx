// Gives a game up.

import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { Icon } from "./Icon";

const ASKED_MS = 4_000;

/** Resigning counts in the statistics: the button asks once before it does. */
export function ResignButton({ onResign }: { onResign: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), ASKED_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <button
      type="button"
      class={`button ${asked ? "danger" : ""}`}
      onClick={() => (asked ? onResign() : setAsked(true))}
    >
      <Icon name="flag" />
      {t(asked ? "control.resign.sure" : "control.resign")}
    </button>
  );
}
