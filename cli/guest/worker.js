"use strict";
// Runs the node. What the page says before that waits for it.
self.verifier = %s;
self.waiting = [];
self.onmessage = e => self.waiting.push(e.data);
importScripts(%q);
(async () => {
  postMessage({ say: "Fetching the game…" });
  const go = new Go();
  const answer = await fetch(%q);
  if (!answer.ok) throw new Error("the laptop that invites you answers " + answer.status);
  const program = await WebAssembly.instantiateStreaming(answer, go.importObject);
  await go.run(program.instance);
  throw new Error("the game has ended; load this page again");
})().catch(e => postMessage({ fatal: "The game cannot start: " + e.message }));
