// This takes the place of somebody else's service worker. It ends itself, and what the other
// has served is loaded anew, without it.
self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", e => e.waitUntil((async () => {
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: "window" })) await page.navigate(page.url)
})()))
