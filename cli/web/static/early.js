"use strict";
// The node's worker begins to fetch its program while the page's modules are on their way.
// What it says before they are here waits for them.
{
  const worker = new Worker(document.body.dataset.worker)
  const said = []
  worker.onmessage = e => said.push(e)
  worker.onerror = e => said.push(e)
  self.early = { worker, said }
}
