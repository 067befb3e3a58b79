// A game with a friend: the invitation, the board with both clocks, and what one can do at the table. Others watch.

import { useEffect } from "preact/hooks";
import { named, t } from "../i18n";
import { gameName, sideName } from "../i18n/names";
import { clockRuleText } from "../model/clock";
import { other, type Side } from "../model/game";
import { toRecord } from "../model/record";
import { resultReason, resultTitle } from "../parts/GameOverCard";
import { Icon } from "../parts/Icon";
import { MoveList } from "../parts/MoveList";
import { copyText } from "../parts/NotesCard";
import { PlayerRow } from "../parts/PlayerRow";
import { QrCode } from "../parts/QrCode";
import { ResignButton } from "../parts/ResignButton";
import { SaveSheet, saveAs } from "../parts/SaveSheet";
import { SessionBoard } from "../parts/SessionBoard";
import { Stage } from "../parts/Stage";
import { StepButtons } from "../parts/StepButtons";
import { FlipButton, ToolButton } from "../parts/ToolButton";
import { dateText } from "../parts/time";
import { analyse } from "../state/analyse";
import { info, link, navigate } from "../state/app";
import { friend } from "../state/friend";
import { Entry } from "../state/saver";
import { dialog, refusal, refuse } from "../state/ui";

const entry = new Entry();

function pick(cell: number): void {
  const view = friend.view.value;
  if (!view) return;
  const table = friend.table.value;
  const closed = table?.over
    ? "why.game_over"
    : friend.node.value !== friend.tip.value
      ? "why.looking"
      : friend.inputSide.value === null
        ? "why.not_your_turn"
        : null;
  const why = closed ?? refusal(view, cell);
  const move = view.names[cell] ?? "";
  if (why) refuse(why, closed ? [] : view.groups.get(move));
  else friend.play(move);
}

function Invitation({ address }: { address: string }) {
  return (
    <div class="friend-link">
      <p>{t("friend.send")}</p>
      <input
        type="text"
        readOnly
        value={address}
        aria-label={t("friend.link")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="button primary" onClick={() => void copyText(address, t("friend.copied"))}>
        <Icon name="share" />
        {t("friend.copy")}
      </button>
      {info.value?.hosted === false ? (
        <p class="quiet">{t("friend.local")}</p>
      ) : (
        <>
          <QrCode text={address} label={t("friend.qr")} />
          <p class="quiet">{t("friend.scan")}</p>
        </>
      )}
    </div>
  );
}

/** Offers of a draw, and answers to one. */
function Draw({ you }: { you: Side }) {
  const offer = friend.table.value?.draw ?? null;
  const own = offer !== null && (offer === "first") === (you === 1);
  if (offer === null)
    return (
      <button type="button" class="button" onClick={() => friend.act("draw")}>
        {t("friend.draw")}
      </button>
    );
  if (own)
    return (
      <button type="button" class="button" onClick={() => friend.act("decline")}>
        {t("friend.draw.back")}
      </button>
    );
  return (
    <div class="friend-offer" role="alert">
      <p>{t("friend.draw.offered")}</p>
      <div class="row">
        <button type="button" class="button primary" onClick={() => friend.act("draw")}>
          {t("friend.draw.accept")}
        </button>
        <button type="button" class="button" onClick={() => friend.act("decline")}>
          {t("friend.draw.decline")}
        </button>
      </div>
    </div>
  );
}

function Rematch({ you }: { you: Side }) {
  const again = friend.table.value?.again ?? [false, false];
  const [own, theirs] = [again[you - 1] ?? false, again[other(you) - 1] ?? false];
  return (
    <button type="button" class="button primary" disabled={own} onClick={() => friend.act("rematch")}>
      {t(own ? "friend.rematch.asked" : theirs ? "friend.rematch.accept" : "friend.rematch")}
    </button>
  );
}

function statusText(): string {
  const table = friend.table.value;
  const { game } = friend.setup.value;
  if (link.status.value === "lost") return t("friend.reconnecting");
  if (!table) return t("friend.coming");
  if (!table.taken.every(Boolean)) return t("friend.waiting");
  if (friend.node.value !== friend.tip.value) return t("friend.looking");
  const mover = friend.view.value?.toMove ?? 1;
  const you = friend.you.value;
  if (you === null) return t("friend.watching", { side: sideName(game, mover) });
  return t(mover === you ? "status.yourTurn" : "friend.theirTurn", { side: sideName(game, mover) });
}

function Panel() {
  const table = friend.table.value;
  const ending = friend.ending.value;
  const you = friend.you.value;
  const { game } = friend.setup.value;
  const alone = table !== null && !table.taken.every(Boolean);
  const begun = (table?.moves.length ?? 0) > 0;
  return (
    <>
      {ending && (
        <section class="card result-card" role="status">
          <b>{resultTitle(game, ending, you ?? "both")}</b> {resultReason(game, ending, friend.view.value)}
        </section>
      )}
      <section class="card friend-card">
        <h1 class="friend-title">{t(you === null ? "friend.title.watch" : "friend.title")}</h1>
        {!ending && (
          <p class="status" role="status">
            {statusText()}
          </p>
        )}
        {alone && friend.invitation.value !== null && <Invitation address={friend.invitation.value} />}
        {table && table.watchers > 0 && <p class="quiet">{t("friend.watchers", { n: table.watchers })}</p>}
        {you !== null && table && !alone && (
          <div class="row wrap">
            {ending ? (
              <Rematch you={you} />
            ) : (
              <>
                <Draw you={you} />
                {begun && <ResignButton onResign={() => friend.act("resign")} />}
              </>
            )}
          </div>
        )}
        {friend.node.value !== friend.tip.value && (
          <button type="button" class="button small" onClick={() => friend.look(friend.tip.value)}>
            {t("status.return")}
          </button>
        )}
        {begun && ending && (
          <button
            type="button"
            class="button"
            onClick={() => {
              analyse.adopt(friend.setup.value, friend.tree.value, friend.start, friend.node.value);
              navigate("analyse");
            }}
          >
            <Icon name="analyse" />
            {t("nav.analyse")}
          </button>
        )}
      </section>
      <MoveList
        game={game}
        tree={friend.tree.value}
        line={friend.line.value}
        current={friend.node.value}
        values={false}
        onPick={(id) => friend.look(id)}
      />
    </>
  );
}

function Player({ side }: { side: Side }) {
  const table = friend.table.value;
  const you = friend.you.value;
  const { game } = friend.setup.value;
  const own = t("side.player", { side: sideName(game, side) });
  const here = table?.present[side - 1] ?? false;
  const taken = table?.taken[side - 1] ?? false;
  const presence = !taken ? t("friend.seat.free") : here ? t("friend.seat.here") : t("friend.seat.away");
  return (
    <PlayerRow
      game={game}
      side={side}
      name={you === null ? own : t(you === side ? "you" : "friend.name")}
      detail={you === side ? own : `${own} · ${presence}`}
      view={friend.view.value}
      clock={friend.clock.value}
      toMove={!table?.over && friend.view.value?.toMove === side}
    />
  );
}

/** The game as a saved one. */
function record() {
  const side = (seat: Side) => ({ name: sideName(friend.setup.value.game, seat), program: "human" });
  const header = {
    players: [side(1), side(2)] as const,
    date: new Date().toISOString().slice(0, 10),
    timeControl: clockRuleText(friend.clock.value.rule),
  };
  return toRecord(friend.setup.value, friend.tree.value, header, friend.ending.value, friend.start).record;
}

function Lost({ text }: { text: string }) {
  return (
    <main class="page" id="main">
      <h1>{t("friend.title")}</h1>
      <p role="alert">{text}</p>
      <a class="button primary" href="#/play">
        {t("friend.toPlay")}
      </a>
    </main>
  );
}

export function FriendScreen({ rest }: { rest: string }) {
  useEffect(() => {
    friend.activate(rest);
    return () => friend.deactivate();
  }, [rest]);
  const lost = friend.lost.value;
  if (lost) return <Lost text={named(lost.text_key, lost.args, lost.text)} />;
  const setup = friend.setup.value;
  const bottom: Side = friend.you.value ?? 1;
  const begun = (friend.table.value?.moves.length ?? 0) > 0;
  return (
    <>
      <Stage
        setup={setup}
        view={friend.view.value}
        bottom={bottom}
        evaluation={null}
        engine={false}
        top={<Player side={other(bottom)} />}
        board={
          <SessionBoard
            session={friend}
            view={friend.view.value}
            active={friend.inputSide.value !== null}
            evaluation={null}
            onPick={pick}
          />
        }
        foot={<Player side={bottom} />}
        controls={
          <div class="controls" role="toolbar" aria-label={t("control.group")}>
            <StepButtons
              onStep={(step) => friend.look(friend.target(step))}
              can={(step) => friend.target(step) !== null}
            />
            <div class="group end">
              <FlipButton />
              <ToolButton
                icon="save"
                label={t("control.save")}
                quiet
                off={!begun}
                run={() => (dialog.value = "save")}
              />
            </div>
          </div>
        }
        panel={<Panel />}
      />
      {dialog.value === "save" && (
        <SaveSheet
          suggestion={t("library.untitled", { game: gameName(setup.game), date: dateText(Date.now()) })}
          onSave={(name) =>
            void saveAs(
              (own, copy) => entry.save({ name: own, record: record(), meta: { mode: "analyse" } }, copy),
              name,
            )
          }
        />
      )}
    </>
  );
}
