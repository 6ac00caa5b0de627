//go:build js && wasm

package main

import (
	"syscall/js"

	"fives/cli/words"
	"fives/p2p/control/plain"
)

// askName asks the page's person for a nickname, unless the page has done so. Other
// messages that come meanwhile wait for package port.
func askName(why error) (string, error) {
	scope := js.Global()
	waiting := scope.Get("waiting")
	if !waiting.Truthy() {
		waiting = scope.Get("Array").New()
		scope.Set("waiting", waiting)
	}
	if name, ok := given(waiting); ok && why == nil {
		return name, nil
	}
	names := make(chan string, 1)
	hear := js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		if name, ok := nameIn(m); ok {
			select {
			case names <- name:
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

// given is the last name among messages that wait.
func given(waiting js.Value) (name string, ok bool) {
	for i := waiting.Length() - 1; i >= 0 && !ok; i-- {
		name, ok = nameIn(waiting.Index(i))
	}
	return name, ok
}

func nameIn(message js.Value) (name string, ok bool) {
	if message.Type() != js.TypeObject || message.Get("name").Type() != js.TypeString {
		return "", false
	}
	return message.Get("name").String(), true
}
