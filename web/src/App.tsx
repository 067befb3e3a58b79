// The page: rail or bottom bar, the screen of the address, messages.

import { Defs } from "./board/Defs";
import { t } from "./i18n";
import { gameName } from "./i18n/names";
import { transport } from "./net/transport";
import { HelpHost } from "./parts/HelpHost";
import { Icon } from "./parts/Icon";
import { lazy } from "./parts/lazy";
import { Toasts } from "./parts/Toasts";
import { AnalyseScreen } from "./screens/AnalyseScreen";
import { AwardsScreen } from "./screens/AwardsScreen";
import { EventsScreen } from "./screens/EventsScreen";
import { LibraryScreen } from "./screens/LibraryScreen";
import { PlayScreen } from "./screens/PlayScreen";
import { SettingsScreen } from "./screens/SettingsScreen";
import { WatchScreen } from "./screens/WatchScreen";
import { analyse } from "./state/analyse";
import { info, route, type Screen } from "./state/app";
import { play } from "./state/play";
import { watch } from "./state/watch";

/** Loaded when they are opened. */
const ClassScreen = lazy(async () => (await import("./class/class")).ClassScreen);
const FriendScreen = lazy(async () => (await import("./screens/FriendScreen")).FriendScreen);
const LearnScreen = lazy(async () => (await import("./learn/learn")).LearnScreen);
const LabScreen = lazy(async () => (await import("./screens/LabScreen")).LabScreen);

const MAIN: readonly Exclude<Screen, "friend">[] = [
  "play",
  "analyse",
  "learn",
  "watch",
  "lab",
  "library",
  "events",
  "awards",
];
const PHONE: readonly Exclude<Screen, "friend">[] = ["play", "analyse", "learn", "watch", "lab", "library", "events"];

/** Screens that have nothing to show where nobody serves the page. */
const SERVED: ReadonlySet<Screen> = new Set(["class", "events"]);

function NeedsServer({ screen }: { screen: Exclude<Screen, "friend"> }) {
  return (
    <main class="page" id="main" tabIndex={0}>
      <h1>{t(`nav.${screen}`)}</h1>
      <p role="status">{t("err.needs_server")}</p>
    </main>
  );
}

function Seal() {
  return (
    <div class="seal" role="img" aria-label={t("app.name")} lang="zh-Hans">
      <span aria-hidden="true">落</span>
      <span aria-hidden="true">子</span>
    </div>
  );
}

function NavLink({ screen }: { screen: Exclude<Screen, "friend"> }) {
  // A game with a friend began in Play.
  const here = route.value.screen === "friend" ? "play" : route.value.screen;
  const on = here === screen;
  return (
    <a href={`#/${screen}`} class={on ? "on" : ""} aria-current={on ? "page" : undefined}>
      <Icon name={screen} />
      {t(`nav.${screen}`)}
    </a>
  );
}

/** The screens that have a link: the class only where there is one. */
const linked = (screens: readonly Exclude<Screen, "friend">[]) =>
  info.value?.class ? [...screens, "class" as const] : screens;

function TopBar() {
  const { screen } = route.value;
  const session = screen === "play" ? play : screen === "analyse" ? analyse : screen === "watch" ? watch : null;
  return (
    <header class="topbar">
      <Seal />
      <strong class="topbar-title">{session ? gameName(session.setup.value.game) : t(`nav.${screen}`)}</strong>
      {session && (
        <span class="tag">{t("new.size", { rows: session.setup.value.rows, cols: session.setup.value.cols })}</span>
      )}
      <a href="#/awards" aria-label={t("nav.awards")}>
        <Icon name="awards" />
      </a>
      <a href="#/settings" aria-label={t("nav.settings")}>
        <Icon name="settings" />
      </a>
    </header>
  );
}

function CurrentScreen() {
  const { screen } = route.value;
  if (transport.alone && screen !== "friend" && SERVED.has(screen)) return <NeedsServer screen={screen} />;
  switch (screen) {
    case "play":
      return <PlayScreen />;
    case "analyse":
      return <AnalyseScreen />;
    case "watch":
      return <WatchScreen />;
    case "learn":
      return <LearnScreen />;
    case "lab":
      return <LabScreen />;
    case "class":
      return <ClassScreen rest={route.value.rest} />;
    case "friend":
      return <FriendScreen rest={route.value.rest} />;
    case "library":
      return <LibraryScreen />;
    case "events":
      return <EventsScreen id={route.value.rest} />;
    case "awards":
      return <AwardsScreen />;
    case "settings":
      return <SettingsScreen />;
  }
}

export function App() {
  return (
    <div class={`app on-${route.value.screen}`}>
      <Defs />
      <nav class="rail" aria-label={t("nav.label")}>
        <Seal />
        {linked(MAIN).map((screen) => (
          <NavLink key={screen} screen={screen} />
        ))}
        <span class="spring" />
        <NavLink screen="settings" />
      </nav>
      <TopBar />
      <CurrentScreen />
      <nav class="bottom-nav" aria-label={t("nav.label")}>
        {linked(PHONE).map((screen) => (
          <NavLink key={screen} screen={screen} />
        ))}
      </nav>
      <HelpHost />
      <Toasts />
    </div>
  );
}
