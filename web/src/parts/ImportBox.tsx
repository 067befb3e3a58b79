// Paste or drop a game in any format. The server says which game it is; a mistake is told with its line and reason.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import { gameName } from "../i18n/names";
import type { Setup } from "../model/game";
import { api } from "../net/api";
import { setupFromWire, setupToWire } from "../net/convert";
import type { GameRecord, Imported } from "../net/protocol";
import { toast } from "../state/toasts";
import { apiErrorText } from "./ShareSheet";

/** What a text was understood as, in a sentence. */
export function understood({ games }: Imported): string {
  const [first] = games;
  if (!first || games.length > 1) return t("share.imported", { n: games.length });
  const { game, rows, cols } = setupFromWire(first.setup);
  const n = first.nodes.length - 1;
  const moves = t("share.understood.moves", { n });
  const drawn = first.start !== undefined;
  const what =
    n > 0
      ? drawn
        ? t("share.understood.both", { what: moves })
        : moves
      : t(drawn ? "share.understood.position" : "share.understood.empty");
  return t("share.understood", { game: gameName(game), rows, cols, what });
}

interface ImportBoxProps {
  /** The board that is open: a text that can be a game on it is taken for one. */
  readonly open: Setup | null;
  readonly onGames: (games: readonly GameRecord[]) => void;
}

export function ImportBox({ open, onGames }: ImportBoxProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const bring = async (given: string, game?: string) => {
    setBusy(true);
    setProblem("");
    try {
      const about = { ...(open ? { open: setupToWire(open) } : {}), ...(game === undefined ? {} : { game }) };
      const imported = await api.importText(given, about);
      setText("");
      onGames(imported.games);
      // Another game that the same text could be is one click away.
      const [other] = imported.also;
      const action = other && {
        label: t("share.instead", { game: gameName(other) }),
        run: () => void bring(given, other),
      };
      toast(understood(imported), action ? { action } : {});
    } catch (error) {
      setProblem(apiErrorText(error));
    }
    setBusy(false);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void bring(text);
  };
  const drop = async (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    setText(await file.text());
  };
  return (
    <form class="import-box" onSubmit={submit} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <textarea
        aria-label={t("share.import.about")}
        rows={4}
        placeholder={t("share.import.placeholder")}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="quiet">{t("share.import.about")}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button" disabled={busy || text.trim() === ""}>
        {t("share.import.go")}
      </button>
    </form>
  );
}
