// Settings: appearance, board, behaviour, and what the engine may use.

import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Segments } from "../parts/Segments";
import { Switch } from "../parts/Switch";
import { info } from "../state/app";
import { change, type Settings, settings } from "../state/settings";
import { dialog } from "../state/ui";

function Field({ name, about, children }: { name: string; about?: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <div>
        <span>{name}</span>
        {about && <small>{about}</small>}
      </div>
      {children}
    </div>
  );
}

/** How much of the server's engine an analysis may have; all of it at the left end. */
function Share({
  name,
  value,
  most,
  step,
  onChange,
}: {
  name: string;
  value: number;
  most: number;
  step: number;
  onChange: (value: number) => void;
}) {
  return (
    <label class="setting">
      <div>
        <span>{name}</span>
        <small>{value === 0 ? t("settings.share.all") : Math.min(value, most)}</small>
      </div>
      <input
        type="range"
        min="0"
        max={most}
        step={step}
        value={Math.min(value, most)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** A setting with a few named values, by the text keys `settings.<prefix>.<value>`. */
function Choice<K extends "theme" | "motion" | "numbers" | "preview" | "chip">({
  name,
  setting,
  values,
}: {
  name: string;
  setting: K;
  values: readonly Settings[K][];
}) {
  return (
    <Field name={name}>
      <Segments
        name={setting}
        label={name}
        value={settings.value[setting] as string}
        options={values.map((value) => ({
          value: value as string,
          label: t(`settings.${setting}.${value}` as "settings.theme.auto"),
        }))}
        onChange={(value) => change({ [setting]: value })}
      />
    </Field>
  );
}

export function SettingsScreen() {
  const now = settings.value;
  const server = info.value;
  return (
    <main class="page settings" id="main" tabIndex={0}>
      <h1>{t("nav.settings")}</h1>
      <section class="card">
        <h2>{t("settings.look")}</h2>
        <Field name={t("settings.language")}>
          <Segments
            name="lang"
            label={t("settings.language")}
            value={now.lang}
            options={[
              { value: "en", label: "English" },
              { value: "zh", label: "简体中文" },
            ]}
            onChange={(lang) => change({ lang: lang as Settings["lang"] })}
          />
        </Field>
        <Choice name={t("settings.theme")} setting="theme" values={["auto", "light", "dark"]} />
        <Choice name={t("settings.motion")} setting="motion" values={["auto", "on", "off"]} />
      </section>
      <section class="card">
        <h2>{t("settings.board")}</h2>
        <Switch
          name={t("settings.shapes")}
          about={t("settings.shapes.about")}
          value={now.shapes}
          onChange={(shapes) => change({ shapes })}
        />
        <Switch
          name={t("settings.coordinates")}
          value={now.coordinates}
          onChange={(coordinates) => change({ coordinates })}
        />
        <Switch
          name={t("settings.legalMoves")}
          about={t("settings.legalMoves.about")}
          value={now.legalMoves}
          onChange={(legalMoves) => change({ legalMoves })}
        />
        <Choice name={t("settings.numbers")} setting="numbers" values={["none", "last", "five", "all"]} />
        <Choice name={t("settings.preview")} setting="preview" values={["off", "instant", "stepwise"]} />
        <Choice name={t("settings.chip")} setting="chip" values={["visits", "prior"]} />
      </section>
      <section class="card">
        <h2>{t("settings.behaviour")}</h2>
        <Switch name={t("settings.sound")} value={now.sound} onChange={(sound) => change({ sound })} />
        <Field name={t("settings.tap")}>
          <Segments
            name="tap"
            label={t("settings.tap")}
            value={now.tapTwice}
            options={(["auto", "on", "off"] as const).map((value) => ({ value, label: t(`settings.tap.${value}`) }))}
            onChange={(tapTwice) => change({ tapTwice: tapTwice as Settings["tapTwice"] })}
          />
        </Field>
        <Switch
          name={t("settings.pauseHidden")}
          value={now.pauseHidden}
          onChange={(pauseHidden) => change({ pauseHidden })}
        />
        <Field name={t("settings.keys")}>
          <button type="button" class="button small" onClick={() => (dialog.value = "help")}>
            {t("settings.keys.show")}
          </button>
        </Field>
      </section>
      {server && (
        <section class="card">
          <h2>{t("settings.engine")}</h2>
          <Share
            name={t("settings.threads")}
            value={now.threads}
            most={server.threads}
            step={1}
            onChange={(threads) => change({ threads })}
          />
          <Share
            name={t("settings.memory")}
            value={now.memoryMb}
            most={server.memory_mb}
            step={16}
            onChange={(memoryMb) => change({ memoryMb })}
          />
          <p class="quiet">
            {t("settings.engine.about", { n: server.threads, memory: server.memory_mb, version: server.version })}
          </p>
        </section>
      )}
    </main>
  );
}
