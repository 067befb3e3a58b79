// `docs/search.md` as a page of its own, for the links of the laboratory. Only the few marks that the file uses are understood.
import { readFileSync } from "node:fs";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Marks inside a line: code, strong, emphasis, links; anchors stay as they are. */
function inline(text) {
  const anchors = [];
  const kept = text.replace(/<a id="([\w-]+)"><\/a>/g, (_, id) => `\uE000${anchors.push(id) - 1}\uE000`);
  return escaped(kept)
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`") && part.endsWith("`") && part.length > 1
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
            .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, "$1<em>$2</em>")
            // Other files are not beside this page.
            .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1"),
    )
    .join("")
    .replace(/\uE000(\d+)\uE000/g, (_, index) => `<a id="${anchors[Number(index)]}"></a>`);
}

const cells = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => inline(cell.trim()));

/** The blocks of a text: headings, tables, lists, code and paragraphs. */
function blocks(text) {
  const html = [];
  const lines = text.split("\n");
  let at = 0;
  const take = (accepts) => {
    const taken = [];
    while (at < lines.length && accepts(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      html.push(`<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`);
      at += 1;
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = take((next) => next.startsWith("|"));
      const row = (tag) => (text) =>
        `<tr>${cells(text)
          .map((cell) => `<${tag}>${cell}</${tag}>`)
          .join("")}</tr>`;
      html.push(`<table><thead>${row("th")(head)}</thead><tbody>${rows.map(row("td")).join("")}</tbody></table>`);
    } else if (/^ {4}/.test(line))
      html.push(
        `<pre>${escaped(
          take((next) => /^ {4}|^$/.test(next))
            .join("\n")
            .trimEnd(),
        )}</pre>`,
      );
    else if (/^(\*|\d+\.) /.test(line)) {
      const tag = line.startsWith("*") ? "ul" : "ol";
      const items = [];
      for (const part of take(
        (next) => /^(\*|\d+\.) |^ +\S/.test(next) || (next === "" && /^ {2,}\S/.test(lines[at + 1] ?? "")),
      )) {
        if (/^(\*|\d+\.) /.test(part)) items.push([part.replace(/^(\*|\d+\.) /, "")]);
        else items.at(-1).push(part.trim());
      }
      html.push(`<${tag}>${items.map((item) => `<li>${inline(item.join(" "))}</li>`).join("")}</${tag}>`);
    } else html.push(`<p>${inline(take((next) => next.trim() !== "" && !/^(#|\||\* )/.test(next)).join(" "))}</p>`);
  }
  return html.join("\n");
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
background:light-dark(#f4eee2,#14161a);color:light-dark(#221d17,#eee8dc)}h1,h2,h3{font-family:Georgia,"Songti SC",serif;line-height:1.25}
code,pre{font:14px/1.5 ui-monospace,monospace}pre,table{overflow-x:auto;display:block}td,th{padding:.3rem .6rem;text-align:left;vertical-align:top}
li:has(:target),p:has(:target){background:light-dark(#f6dfa8,#4a3c17);border-radius:6px;box-shadow:0 0 0 6px light-dark(#f6dfa8,#4a3c17)}`;

/** The page of a text. */
export function page(file) {
  const text = readFileSync(file, "utf8");
  const title = /^# (.*)$/m.exec(text)?.[1] ?? "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="search.css"></head>
<body><main>
${blocks(text)}
</main></body>
</html>
`;
}

/** Its style, in a file of its own: the page's server allows no other. */
export const style = `${STYLE}\n`;
