// Small things that several sections of the report use.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { gamesOf } from "./data";
import type { Score } from "./wire";
import { t } from "./words";

export function Section({
  title,
  note,
  half,
  id,
  children,
}: {
  title: string;
  note?: string;
  half?: boolean;
  id?: string;
  children: ComponentChildren;
}) {
  return (
    <section class={half ? "half" : ""} id={id}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

export function Table({ head, children }: { head: readonly string[]; children: ComponentChildren }) {
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index}>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Won, drawn and lost as a bar; the numbers stand beside it, so colour says nothing alone. */
export function ShareBar({ score }: { score: Score }) {
  const games = gamesOf(score) || 1;
  const width = (count: number) => ({ width: `${(100 * count) / games}%` });
  return (
    <span class="share" title={t("wdl")}>
      <i class="w" style={width(score.wins)} />
      <i class="d" style={width(score.draws)} />
      <i class="l" style={width(score.losses)} />
    </span>
  );
}

interface PagedProps<T> {
  readonly all: readonly T[];
  readonly size: number;
  readonly children: (part: readonly T[]) => ComponentChildren;
}

/** A long list in pages. */
export function Paged<T>({ all, size, children }: PagedProps<T>) {
  const [wanted, setFirst] = useState(0);
  const first = wanted < all.length ? wanted : 0;
  return (
    <div>
      {children(all.slice(first, first + size))}
      {all.length > size && (
        <div class="pager">
          <button type="button" disabled={first === 0} onClick={() => setFirst(first - size)}>
            {t("previous")}
          </button>
          {t("page_of", { from: first + 1, to: Math.min(all.length, first + size), all: all.length })}
          <button type="button" disabled={first + size >= all.length} onClick={() => setFirst(first + size)}>
            {t("next")}
          </button>
        </div>
      )}
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page that was opened as a file may not use the clipboard: the old way still works there.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** A command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div class="command">
      <pre>{text}</pre>
      <button type="button" onClick={() => void copy(text).then(() => setCopied(true))}>
        {t(copied ? "copied" : "copy")}
      </button>
    </div>
  );
}
