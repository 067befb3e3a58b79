// One's own account: a password for other machines, and the way out.

import { useState } from "preact/hooks";
import { tc } from "../i18n/class";
import type { ClassHello } from "../net/wire";
import { toast } from "../state/toasts";
import { ask, hello, loadHello } from "./state";

export function Me() {
  const [password, setPassword] = useState("");
  const me = hello.value?.me;
  if (!me) return null;
  const set = async (event: Event) => {
    event.preventDefault();
    const told = await ask<ClassHello>({ ask: "password", password });
    if (!told) return;
    hello.value = told;
    setPassword("");
    toast(tc("me.password.set"));
  };
  const leave = async (everywhere: boolean) => {
    await ask({ ask: "sign_out", everywhere });
    await loadHello();
  };
  return (
    <form class="card class-form" onSubmit={(event) => void set(event)}>
      <h2>{tc("me.title", { name: me.name, role: tc(`role.${me.role}`) })}</h2>
      <p class="quiet">{tc(me.password ? "me.password.has" : "me.password.none")}</p>
      <input
        type="text"
        class="hidden"
        autocomplete="username"
        value={me.name}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <label class="class-field">
        {tc("me.password")}
        <input
          type="password"
          minLength={8}
          maxLength={200}
          required
          autocomplete="new-password"
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button primary">
        {tc("me.password.save")}
      </button>
      <p class="row wrap">
        <button type="button" class="button small" onClick={() => void leave(false)}>
          {tc("me.out")}
        </button>
        <button type="button" class="button small" onClick={() => void leave(true)}>
          {tc("me.everywhere")}
        </button>
      </p>
    </form>
  );
}
