// The head of a page that stands alone: seal, title, and the choice of the language.

import { language } from "../i18n/words";

const LANGUAGES = [
  ["en", "English"],
  ["zh", "中文"],
] as const;

export function DocumentHead({ title, about }: { title: string; about: string }) {
  return (
    <header>
      <span class="seal" aria-hidden="true">
        落子
      </span>
      <div class="heading">
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      <div class="switch" role="group" aria-label="Language · 语言">
        {LANGUAGES.map(([code, name]) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={language.value === code}
            onClick={() => {
              language.value = code;
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </header>
  );
}
