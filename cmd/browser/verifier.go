//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"fives/cli/wasm"
	"fives/cli/web"
	"fives/p2p/browser"
)

// proof returns a function that fetches the verifier for reports from where the page came from,
// or nil if it is not served there. The worker's script says where, in the variable "verifier".
func proof() func(context.Context) (wasm.Program, error) {
	scope := js.Global()
	var v *web.ServedVerifier
	if err := json.Unmarshal([]byte(scope.Get("JSON").Call("stringify", scope.Get("verifier")).String()), &v); err != nil || v == nil {
		return nil
	}
	server := scope.Get("base").String()
	return func(ctx context.Context) (wasm.Program, error) { return v.From(ctx, server, browser.Fetch) }
}
