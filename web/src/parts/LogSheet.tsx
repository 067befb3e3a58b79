// What the two programs of a tournament game wrote to their error streams, as the arena recorded it.

import { t } from "../i18n";
import { Dialog } from "./Dialog";

interface LogSheetProps {
  readonly title: string;
  readonly players: readonly [string, string];
  readonly log: readonly [string, string];
  readonly onClose: () => void;
}

export function LogSheet({ title, players, log, onClose }: LogSheetProps) {
  return (
    <Dialog title={title} class="log-sheet" onClose={onClose}>
      {players.map((name, index) => (
        <section key={index}>
          <h3>{name}</h3>
          {log[index] ? <pre tabIndex={0}>{log[index]}</pre> : <p class="quiet">{t("events.log.empty")}</p>}
        </section>
      ))}
    </Dialog>
  );
}
