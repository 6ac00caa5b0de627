"use strict";
// The page starts this twice, behind the script that Go has for its programs. The fetcher
// compiles the node's program, and ends: whoever has compiled a stream keeps what it has
// read, twice, until its memory is cleaned up, and that of a node hardly ever is. The other
// one gets the program and runs the node; what the page says before that waits for it.
const fails = e => postMessage({ fatal: "The game cannot start: " + e.message });

const fetches = async () => {
  postMessage({ say: "Fetching the game…" });
  const answer = await fetch(new URL(%[2]q, self.base), { integrity: %[3]q, cache: "no-store" }).catch(() => {
    throw new Error("the laptop that invites you does not answer, or what came from it was cut off or is not what this page was made for. Load this page again.");
  });
  if (!answer.ok) throw new Error("the laptop that invites you answers " + answer.status + ". Ask for a new invitation.");
  postMessage({ program: await WebAssembly.compileStreaming(answer) });
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
}
