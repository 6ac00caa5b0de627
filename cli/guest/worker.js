"use strict";
// The page starts this script twice, after the script that Go has for its programs. The fetcher
// compiles the node's program while its pieces arrive, each with its hash, and then ends: a
// worker that has compiled a stream keeps two copies of what it has read until its memory is
// cleaned up, which for a node hardly ever happens. The other worker gets the program and runs
// the node; what the page says before that waits for it.
const fails = e => postMessage({ fatal: "The game cannot start: " + e.message });

const pieces = %[2]s;
// So many are requested before they are needed: on a network few, since the page needs it for more.
let ahead = 2;

// A piece stays in the browser. Others may have put there what is not the piece: then it is
// fetched once, and that stays. What an answer says of itself does not count, only its hash.
const piece = async ({ address, integrity }) => {
  const get = cache => fetch(new URL(address, self.base), { integrity, cache, redirect: "error", priority: "low" });
  const answer = await get("default").catch(() => get("reload")).catch(() => {
    throw new Error("the laptop that invites you does not answer, or what came from it was cut off or is not what this page was made for. Load this page again.");
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (performance.getEntriesByName(answer.url)[0]?.transferSize === 0) ahead = 6; // it was in the browser
  return bytes;
};

// packed is the compressed program; the page is told how much of it has come.
const packed = failed => {
  const asked = [];
  let next = 0, come = 0;
  return new ReadableStream({
    async pull(out) {
      while (asked.length < ahead && next < pieces.length) asked.push(piece(pieces[next++]));
      if (!asked.length) return out.close();
      try {
        out.enqueue(await asked.shift());
      } catch (e) {
        failed(e);
        throw e;
      }
      postMessage({ come: ++come, of: pieces.length });
    },
  }, { highWaterMark: 0 });
};

const fetches = async () => {
  let why;
  postMessage({ say: "Fetching the game…" });
  const program = packed(e => why = e).pipeThrough(new DecompressionStream("gzip"));
  try {
    postMessage({ program: await WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } })) });
  } catch (e) {
    throw why ?? e;
  }
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
