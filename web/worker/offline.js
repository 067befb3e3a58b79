// Keeps the files of the site, so that it opens without a network after the first visit. `FILES` and `VERSION` are written by
// `tools/site`.
const NAME = `luozi-${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("luozi-") && name !== NAME));
  event.waitUntil(
    old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const kept = caches.match(event.request, { ignoreSearch: true });
  if (event.request.method === "GET") event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
