"use strict";
// Runs the node. What the page says before that waits for it.
self.verifier = %s;
self.waiting = [];
self.onmessage = e => self.waiting.push(e.data);
importScripts(%q);
(async () => {
  postMessage({ say: "Fetching the game…" });
  const go = new Go();
  const answer = await fetch(%q).catch(() => { throw new Error("the laptop that invites you does not answer. Load this page again.") });
  if (!answer.ok) throw new Error("the laptop that invites you answers " + answer.status + ". Ask for a new invitation.");
  const program = await WebAssembly.instantiateStreaming(answer, go.importObject).catch(e => {
    if (e instanceof WebAssembly.CompileError || e instanceof WebAssembly.LinkError) throw e; // not of this browser's kind
    throw new Error("what it fetches was cut off. Load this page again.");
  });
  await go.run(program.instance);
  throw new Error("the game has ended; load this page again");
})().catch(e => postMessage({ fatal: "The game cannot start: " + e.message }));
