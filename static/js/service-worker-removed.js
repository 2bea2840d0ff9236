// Served in place of the worker where offline pages are switched off: it replaces the old worker, deletes all stored
// pages and unregisters itself. Browsers fetch it by themselves when a page is opened.

self.addEventListener("install", () => self.skipWaiting());

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("rulesbase-")) await caches.delete(name);
  await self.registration.unregister();
}

self.addEventListener("activate", (event) => event.waitUntil(leave()));
