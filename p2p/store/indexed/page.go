//go:build js

package indexed

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
)

// events receives the names of a target's events as they come.
type events struct {
	names  chan string
	target js.Value
	of     []string
	fn     js.Func
}

// listen starts receiving events with the given names.
func listen(target js.Value, names ...string) *events {
	e := &events{names: make(chan string, 8), target: target, of: names}
	e.fn = js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case e.names <- args[0].Get("type").String():
		default: // nobody waits for that many
		}
		return nil
	})
	for _, name := range names {
		target.Call("addEventListener", name, e.fn)
	}
	return e
}

// next waits for an event, and returns its name.
func (e *events) next() string { return <-e.names }

// release stops listening.
func (e *events) release() {
	for _, name := range e.of {
		e.target.Call("removeEventListener", name, e.fn)
	}
	if e.of != nil {
		e.fn.Release()
	}
}

// errVersion says that a database has another version meanwhile.
var errVersion = errors.New("store: the browser's database has another version")

// errorOf returns the error for the exception of a request or transaction.
func errorOf(exception js.Value) error {
	if !exception.Truthy() {
		return errors.New("store: the browser has aborted a transaction")
	}
	switch exception.Get("name").String() {
	case "QuotaExceededError":
		return ErrFull
	case "InvalidStateError":
		return ErrCleared
	case "AbortError":
		return ErrClearing
	case "VersionError":
		return errVersion
	case "SecurityError":
		return ErrNone
	}
	message := exception.Get("message").String()
	switch {
	case strings.Contains(message, "closing"): // the browser has cleared it
		return ErrCleared
	case strings.Contains(message, "denied"): // Chromium, if it blocks site data
		return ErrNone
	}
	return fmt.Errorf("store: the browser's database says %s: %s", exception.Get("name").String(), message)
}

// catch, deferred, turns an exception that a call has thrown into an error.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case js.Error:
		*err = errorOf(r.Value)
	default:
		panic(r)
	}
}

// bytesOf copies an ArrayBuffer or Uint8Array.
func bytesOf(v js.Value) []byte {
	array := js.Global().Get("Uint8Array").New(v)
	b := make([]byte, array.Length())
	js.CopyBytesToGo(b, array)
	return b
}

// arrayOf copies bytes into a Uint8Array.
func arrayOf(b []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(array, b)
	return array
}
