//go:build js && wasm

package main

import (
	"syscall/js"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/browser"
)

// askName asks the person at the page for a nickname, unless the page has given one already. The person may go on with a
// key that was put aside instead.
func askName(q browser.Naming) (browser.Answer, error) {
	waiting := waits()
	for i := waiting.Length() - 1; i >= 0 && q.Why == nil && len(q.Aside) == 0; i-- {
		if a, ok := nameIn(waiting.Index(i)); ok {
			return a, nil
		}
	}
	question := map[string]any{"ask": "name", "suggest": q.Suggested, "aside": asideFor(q.Aside)}
	if q.Why != nil {
		question["say"] = say.Sentence(api.Plain(q.Why.Error()))
	}
	return answer(question, nameIn), nil
}

// asideFor tells the page of keys that the person may go on with.
func asideFor(all []browser.Found) (list []any) {
	for _, f := range all {
		name := f.Name
		if f.Played != nil {
			name = f.Played.Name
		}
		list = append(list, map[string]any{"at": f.At, "name": say.Name(name)})
	}
	return list
}

// askWas asks the person at the page whether a key that was found is theirs, with what the laptop that invites says of it.
func askWas(f browser.Found) (bool, error) {
	question := map[string]any{"ask": "was", "of": say.Name(f.Of)}
	if p := f.Played; p != nil {
		var with []any
		for _, name := range p.With {
			with = append(with, say.Name(name))
		}
		question["played"] = map[string]any{
			"name": say.Name(p.Name), "game": say.Clean(p.Game), "with": with, "hand": p.Hand, "over": p.Over, "since": p.Since, "here": p.Here,
		}
	}
	return answer(question, boolIn), nil
}

// sayKnown tells the page as whom the node goes on when nobody was asked.
func sayKnown(name string) {
	js.Global().Call("postMessage", map[string]any{"known": say.Name(name)})
}

// saySettled tells the page which place the node has, and which keys its person may go back to.
func saySettled(at int, aside []browser.Found) {
	js.Global().Call("postMessage", map[string]any{"settled": at, "aside": asideFor(aside)})
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

func nameIn(message js.Value) (a browser.Answer, ok bool) {
	if message.Type() != js.TypeObject {
		return a, false
	}
	if as := message.Get("as"); as.Type() == js.TypeNumber {
		return browser.Answer{At: as.Int()}, true
	}
	name := message.Get("name")
	return browser.Answer{Name: name.String(), At: -1}, name.Type() == js.TypeString
}

func boolIn(message js.Value) (yes, ok bool) {
	if message.Type() != js.TypeObject || message.Get("was").Type() != js.TypeBoolean {
		return false, false
	}
	return message.Get("was").Bool(), true
}
