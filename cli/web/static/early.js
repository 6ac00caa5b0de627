"use strict";
// What has to happen before everything else: the page finds where it keeps its own things, and
// a page of an invitation begins to fetch the node's program while the page's modules are still
// being loaded.
{
  // Pages of others may have been at this address, so only what lies under the name of the page's
  // own place is read (Place in cli/web/kept.go).
  if (!self.stopped) throw new Error("guard.js is not what this page was made for")
  const { dataset } = document.documentElement, place = JSON.parse(dataset.place), former = JSON.parse(dataset.former)
  self.early = { place }

  // A guest's key is one of an invitation. What lies at the places of former ones is removed; the
  // page knows their names, and could not read it. A browser that lets the page keep nothing has
  // nothing to remove.
  const ended = name => former.some(f => name === f || name.startsWith(`${f} `))
  const forget = async () => {
    for (const key of Object.keys(localStorage)) if (ended(key)) localStorage.removeItem(key)
    const known = await indexedDB.databases?.()
    const all = known?.map(d => d.name) ?? former.flatMap(f => [f, ...[1, 2, 3, 4, 5, 6, 7].map(n => `${f} ${n}`)])
    for (const name of all) if (ended(name)) indexedDB.deleteDatabase(name)
  }
  if (former.length) forget().catch(() => {})

  // Which of the nodes that this browser keeps was here last. Whose they are, the laptop that
  // invites says.
  const last = () => { try { return Number(localStorage.getItem(`${place.name} node`)) || 0 } catch { return 0 } }
  const script = document.querySelector("#worker"), room = script && "room" in script.dataset

  // No page here has a service worker. One that stands in front of this page is somebody else's,
  // and nothing is requested through it.
  if (navigator.serviceWorker?.controller) {
    self.early.refused = true
    const told = () => stopped("A program that somebody else has left in this browser stood between you and this page. It is removed: close this tab, and open the page again.")
    navigator.serviceWorker.getRegistrations().then(all => Promise.all(all.map(r => r.unregister()))).then(told, told)
  } else if (script && typeof WebAssembly === "undefined") {
    self.early.refused = true
    stopped("This browser does not run the game: WebAssembly is switched off in it. In Safari that is what the Lockdown Mode of iPhone, iPad and Mac does: except this page from it in the menu beside the page's address, under Website Settings, and load the page again. Or open the page in another browser.")
  } else if (script) {
    start(script.content.textContent)
  }

  // start starts the workers. What they say before the modules have loaded waits for them. Their
  // script stands in the page, because otherwise nothing could say which script is the right one.
  // base is where the page is. room says that it is a screen for everybody in the room. With
  // ?through in the page's address, that node is the only one that is dialled.
  function start(source) {
    const through = new URLSearchParams(location.search).has("through")
    const given = { base: new URL(".", location.href).href, room, through, secret: place.secret, place: last() }
    const at = URL.createObjectURL(new Blob([`Object.assign(self, ${JSON.stringify(given)});\n`, source], { type: "text/javascript" }))
    const worker = new Worker(at), fetcher = new Worker(at, { name: "fetcher" })
    const said = []
    worker.onmessage = worker.onerror = e => said.push(e)
    fetcher.onerror = e => worker.onerror(e)
    fetcher.onmessage = e => {
      if (!e.data.program) { worker.onmessage(e); return }
      worker.postMessage(e.data)
      fetcher.terminate()
    }
    Object.assign(self.early, { worker, said })
  }
}
