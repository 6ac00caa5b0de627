//go:build js && wasm

package main

import (
	"syscall/js"

	"fives/cli/words"
	"fives/p2p/control/plain"
)

// askName asks the page's person for a nickname. Other messages that come meanwhile
// wait for package port.
func askName(why error) (string, error) {
	scope := js.Global()
	waiting := scope.Get("waiting")
	if !waiting.Truthy() {
		waiting = scope.Get("Array").New()
		scope.Set("waiting", waiting)
	}
	names := make(chan string, 1)
	hear := js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		if m.Type() == js.TypeObject && m.Get("name").Type() == js.TypeString {
			select {
			case names <- m.Get("name").String():
			default: // it was given already
			}
		} else {
			waiting.Call("push", m)
		}
		return nil
	})
	defer hear.Release()
	before := scope.Get("onmessage")
	scope.Set("onmessage", hear)
	defer scope.Set("onmessage", before)
	question := map[string]any{"ask": "name"}
	if why != nil {
		question["say"] = words.Sentence(plain.Error(why.Error()))
	}
	scope.Call("postMessage", question)
	return <-names, nil
}
