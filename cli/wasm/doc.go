// Package wasm holds the programs that run in browsers, as they were built into this
// one: cmd/browser, the node of a guest, and cmd/proof, the verifier.
//
// `make wasm` builds them into the folder built, which git ignores but for a line that
// says so; `make build` does that first. A program that was built without them has
// none: [Find] answers [ErrNotBuilt], and whoever needs one says so.
//
// Which programs there are is a list in cmd/wasm, which builds them.
package wasm
