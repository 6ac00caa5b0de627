"use strict";
// The node's program begins to be fetched while the page's modules are on their way. What
// the workers say before they are here waits for them. Their script stands in the page,
// because nothing else could say which one is the right one; base is where the page is.
{
  // A guest's key is for the evening: a day after the last table was over (evening.js) it is
  // removed with all else, before anything reads it, unless its person keeps it.
  const idle = Number(localStorage.getItem("idle"))
  if (idle && Date.now() - idle > 24 * 3600 * 1000 && !localStorage.getItem("keep")) {
    indexedDB.deleteDatabase("fives")
    localStorage.clear()
  }

  const base = new URL(".", location.href).href
  const source = document.querySelector("#worker").content.textContent
  const script = URL.createObjectURL(new Blob([`self.base = ${JSON.stringify(base)};\n`, source], { type: "text/javascript" }))
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
