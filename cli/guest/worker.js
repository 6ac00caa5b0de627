"use strict";
// The page starts this twice. The fetcher compiles the node's program while it comes in,
// and ends: whoever has compiled a stream keeps what it has read, twice, until its memory
// is cleaned up, and that of a node hardly ever is. The other one gets the program and
// runs the node; what the page says before that waits for it.
const fails = e => postMessage({ fatal: "The game cannot start: " + e.message });

const fetches = async () => {
  postMessage({ say: "Fetching the game…" });
  const answer = await fetch(%[3]q).catch(() => { throw new Error("the laptop that invites you does not answer. Load this page again.") });
  if (!answer.ok) throw new Error("the laptop that invites you answers " + answer.status + ". Ask for a new invitation.");
  const program = await WebAssembly.compileStreaming(answer).catch(e => {
    if (e instanceof WebAssembly.CompileError) throw e; // not of this browser's kind
    throw new Error("what it fetches was cut off. Load this page again.");
  });
  postMessage({ program });
};

const runs = async program => {
  const go = new Go();
  await go.run(await WebAssembly.instantiate(program, go.importObject));
  throw new Error("the game has ended; load this page again");
};

if (self.name === "fetcher") {
  fetches().catch(fails);
} else {
  self.verifier = %[1]s;
  self.waiting = [];
  self.onmessage = e => {
    if (e.data.program) runs(e.data.program).catch(fails);
    else self.waiting.push(e.data);
  };
  importScripts(%[2]q);
}
