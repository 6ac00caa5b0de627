// Package wasm holds the programs that run in browsers, as they were built into this one:
// cmd/browser, the node of a guest, and cmd/proof, the verifier.
//
// `make wasm` builds them into the folder built, of which git keeps only a line that says so;
// `make build` does that first. A fives that was built without them has none of them: [Find]
// then returns [ErrNotBuilt], and whoever needs one of the programs says so.
//
// The list of these programs is in cmd/wasm, which builds them.
package wasm
