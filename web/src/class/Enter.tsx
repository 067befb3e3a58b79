// The way in: by a link, or by name and password.

import { useState } from "preact/hooks";
import { tc } from "../i18n/class";
import { ApiError, api } from "../net/api";
import type { ClassHello } from "../net/wire";
import { apiErrorText } from "../parts/ShareSheet";
import { navigate } from "../state/app";
import { hello } from "./state";

function NameField({ name, set }: { name: string; set: (name: string) => void }) {
  return (
    <label class="class-field">
      {tc("enter.name")}
      <input
        type="text"
        maxLength={80}
        required
        autocomplete="username"
        value={name}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
}

/** A personal link needs no name: it is tried without one first, when the button is pressed. */
export function Enter({ token }: { token: string | null }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [asksName, setAsksName] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const comeIn = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      hello.value = await api.classAsk<ClassHello>(
        token === null
          ? { ask: "sign_in", name, password }
          : { ask: "enter", token, name: asksName && name ? name : null },
      );
      // The secret is used up and need not stay in the address.
      navigate("class");
    } catch (error) {
      if (error instanceof ApiError && error.key === "err.refused.name" && !asksName) setAsksName(true);
      else setProblem(apiErrorText(error));
    }
    setBusy(false);
  };
  return (
    <form class="card class-form" onSubmit={(event) => void comeIn(event)}>
      <h2>{tc(token === null ? "enter.title" : "enter.link")}</h2>
      {token === null && <p class="quiet">{tc("enter.about")}</p>}
      {(token === null || asksName) && <NameField name={name} set={setName} />}
      {token === null && (
        <label class="class-field">
          {tc("enter.password")}
          <input
            type="password"
            required
            autocomplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
      )}
      {asksName && <p class="quiet">{tc("enter.name.about")}</p>}
      <p class="problem" role="alert">
        {problem}
      </p>
      <button type="submit" class="button primary" disabled={busy}>
        {tc("enter.go")}
      </button>
    </form>
  );
}
