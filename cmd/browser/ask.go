//go:build js && wasm

package main

import (
	"syscall/js"
	"time"

	"fives/cli/say"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/browser"
)

// askName asks the person at the page for a nickname, unless the page has given one already.
func askName(why error) (string, error) {
	waiting := waits()
	for i := waiting.Length() - 1; i >= 0 && why == nil; i-- {
		if name, ok := nameIn(waiting.Index(i)); ok {
			return name, nil
		}
	}
	question := map[string]any{"ask": "name"}
	if why != nil {
		question["say"] = say.Sentence(api.Plain(why.Error()))
	}
	return answer(question, nameIn), nil
}

// askWho asks the person at the page which of those who were here before they are.
func askWho(former []browser.Former) (int, error) {
	var list []any
	for i, f := range former {
		seen := int64(0)
		if f.Seen != (time.Time{}) {
			seen = f.Seen.UnixMilli()
		}
		list = append(list, map[string]any{"at": i, "place": f.Name, "who": say.Name(f.Who), "key": record.Fingerprint(f.Node), "seen": seen})
	}
	return answer(map[string]any{"ask": "who", "former": list}, numberIn), nil
}

// sayKnown tells the page as whom the node goes on when nobody was asked.
func sayKnown(name string) {
	js.Global().Call("postMessage", map[string]any{"known": say.Name(name)})
}

// waits returns the messages that wait for package port.
func waits() js.Value {
	scope := js.Global()
	waiting := scope.Get("waiting")
	if !waiting.Truthy() {
		waiting = scope.Get("Array").New()
		scope.Set("waiting", waiting)
	}
	return waiting
}

// answer asks the page and waits for a message that is an answer. Other messages that come
// meanwhile wait for package port.
func answer[T any](question map[string]any, in func(message js.Value) (T, bool)) T {
	scope, waiting := js.Global(), waits()
	answers := make(chan T, 1)
	hear := js.FuncOf(func(_ js.Value, args []js.Value) any {
		m := args[0].Get("data")
		if a, ok := in(m); ok {
			select {
			case answers <- a:
			default: // an answer has come already
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
	scope.Call("postMessage", question)
	return <-answers
}

func nameIn(message js.Value) (name string, ok bool) {
	if message.Type() != js.TypeObject || message.Get("name").Type() != js.TypeString {
		return "", false
	}
	return message.Get("name").String(), true
}

func numberIn(message js.Value) (n int, ok bool) {
	if message.Type() != js.TypeObject || message.Get("as").Type() != js.TypeNumber {
		return 0, false
	}
	return message.Get("as").Int(), true
}
