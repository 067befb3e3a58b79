// Paste or drop a game in any format; a mistake is told with its line and reason.

import { useState } from "preact/hooks";
import { t } from "../i18n";
import type { GameName } from "../model/game";
import { api } from "../net/api";
import type { GameRecord } from "../net/protocol";
import { apiErrorText } from "./ShareSheet";

export function ImportBox({ game, onGames }: { game: GameName; onGames: (games: readonly GameRecord[]) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      const games = await api.importText(text, game);
      setText("");
      onGames(games);
    } catch (error) {
      setProblem(apiErrorText(error));
    }
    setBusy(false);
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
