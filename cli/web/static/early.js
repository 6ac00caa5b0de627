"use strict";
// What has to happen before everything else: the page finds where it keeps its own things, and
// a page of an invitation begins to fetch the node's program while the page's modules are still
// being loaded.
{
  // Pages of others may have been at this address, so only what lies under the names of the
  // page's own places is read or removed (Place in cli/web/kept.go).
  if (!self.stopped) throw new Error("guard.js is not what this page was made for")
  const places = JSON.parse(document.documentElement.dataset.places)
  const kept = (place, key) => { try { return localStorage.getItem(`${place.name} ${key}`) } catch { return null } }

  // A guest's key is for the evening. A day after the last table was over (evening.js), it is
  // removed with everything else, before anything reads it, unless its person keeps it. A browser
  // that lets the page keep nothing has nothing to remove.
  const forget = ({ name }) => {
    try {
      indexedDB.deleteDatabase(name)
      for (const key of Object.keys(localStorage)) if (key.startsWith(name + " ")) localStorage.removeItem(key)
    } catch { /* it lets the page read nothing */ }
  }
  const script = document.querySelector("#worker"), room = script && "room" in script.dataset
  if (room) places.splice(1).forEach(forget) // a screen goes on as nobody
  for (const place of places) {
    const idle = Number(kept(place, "idle"))
    if (idle && Date.now() - idle > 24 * 3600 * 1000 && !kept(place, "keep")) forget(place)
  }

  // Somebody who goes on from a former invitation does so wherever this invitation is opened
  // again (app.js).
  const chosen = places.findIndex(place => place.name === kept(places[0], "as"))
  if (chosen > 0) places.unshift(...places.splice(chosen, 1))
  self.early = { places }

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
    const given = { base: new URL(".", location.href).href, room, through, secrets: places.map(p => p.secret) }
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
