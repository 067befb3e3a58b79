// Keeps the files of the site, so that it opens without a network after the first visit. `FILES` and `VERSION` are written by
// `tools/site`.
const SITE = `luozi-${registration.scope}-`;
const NAME = SITE + VERSION;

addEventListener("install", (event) => {
  // As the site has them now: a host may have told the browser to take yesterday's for good.
  const fresh = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(fresh))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith(SITE) && name !== NAME));
  event.waitUntil(
    old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  if (event.request.method === "GET") event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
