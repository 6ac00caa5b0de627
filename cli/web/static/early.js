"use strict";
// The node's program begins to be fetched while the page's modules are on their way. What
// the workers say before they are here waits for them. Their script stands in the page,
// because nothing else could say which one is the right one; base is where the page is, and
// room says that it is a screen for all who are there; with ?through in its address the node
// there is the only one that is dialled.
{
  // A guest's key is for the evening: a day after the last table was over (evening.js) it is
  // removed with all else, before anything reads it, unless its person keeps it.
  const idle = Number(localStorage.getItem("idle"))
  if (idle && Date.now() - idle > 24 * 3600 * 1000 && !localStorage.getItem("keep")) {
    indexedDB.deleteDatabase("fives")
    localStorage.clear()
  }

  const base = new URL(".", location.href).href
  const { content, dataset } = document.querySelector("#worker"), source = content.textContent
  const through = new URLSearchParams(location.search).has("through")
  const script = URL.createObjectURL(new Blob([`self.base = ${JSON.stringify(base)}; self.room = ${"room" in dataset}; self.through = ${through};\n`, source], { type: "text/javascript" }))
  const worker = new Worker(script), fetcher = new Worker(script, { name: "fetcher" })
  const said = []
  worker.onmessage = worker.onerror = e => said.push(e)
  fetcher.onerror = e => worker.onerror(e)
  fetcher.onmessage = e => {
    if (!e.data.program) { worker.onmessage(e); return }
    worker.postMessage(e.data)
    fetcher.terminate()
  }
  self.early = { worker, said }
}
