//go:build js

package browser

import (
	"context"
	"fmt"
	"syscall/js"
)

// Fetch returns what a server has at an address; more than most bytes are an error. It calls the browser's fetch, as
// [http.Client] would; but with that, TLS and HTTP/2 would make the program a twelfth larger.
func Fetch(ctx context.Context, address string, most int) (b []byte, err error) {
	stop := js.Global().Get("AbortController").New()
	defer stop.Call("abort")
	answer, err := await(ctx, js.Global().Call("fetch", address, map[string]any{"signal": stop.Get("signal")}))
	if err != nil {
		return nil, err
	}
	if !answer.Get("ok").Bool() {
		return nil, fmt.Errorf("browser: %s: the server answers %d", address, answer.Get("status").Int())
	}
	body := answer.Get("body")
	if body.IsNull() { // as the Fetch standard says for a status without a body, such as 204
		return nil, nil
	}
	reader := body.Call("getReader")
	for {
		part, err := await(ctx, reader.Call("read"))
		if err != nil || part.Get("done").Bool() {
			return b, err
		}
		piece := part.Get("value")
		n := piece.Length()
		if len(b)+n > most {
			return nil, fmt.Errorf("browser: %s: the answer is longer than %d bytes", address, most)
		}
		b = append(b, make([]byte, n)...)
		js.CopyBytesToGo(b[len(b)-n:], piece)
	}
}

// await waits for a promise, and returns its value. The error is a [js.Error] if the promise was rejected.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	var good, bad js.Func
	settle := func(o outcome) any {
		good.Release()
		bad.Release()
		settled <- o
		return nil
	}
	good = js.FuncOf(func(_ js.Value, args []js.Value) any { return settle(outcome{value: args[0]}) })
	bad = js.FuncOf(func(_ js.Value, args []js.Value) any { return settle(outcome{err: js.Error{Value: args[0]}}) })
	promise.Call("then", good, bad)
	select {
	case o := <-settled:
		return o.value, o.err
	case <-ctx.Done():
		return js.Value{}, ctx.Err()
	}
}
