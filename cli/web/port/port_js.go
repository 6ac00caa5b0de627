package port

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"syscall/js"

	"fives/cli/web"
	"fives/p2p/control"
)

// Serve answers messages with what a handler answers to requests. It returns at once; messages
// are answered as long as the program runs. It calls wake when the page says that it may have
// slept or that the network has changed, and hide when the page is hidden or shown again.
func Serve(h http.Handler, wake func(), hide func(hidden bool)) {
	p := &port{carrier: control.InProcess{To: h}, wake: wake, hide: hide, running: map[int]context.CancelFunc{}}
	take := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.take(args[0].Get("data"))
		return nil
	})
	scope := js.Global()
	early := scope.Get("waiting")
	scope.Set("onmessage", take)
	if early.Truthy() {
		for i := range early.Length() {
			p.take(early.Index(i))
		}
	}
}

// Say tells the page what goes on while the node starts.
func Say(text string) { post(map[string]any{"say": text}) }

// Fatal tells the page why there is no node.
func Fatal(text string) { post(map[string]any{"fatal": text}) }

func post(message map[string]any) { js.Global().Call("postMessage", message) }

type port struct {
	carrier control.InProcess
	wake    func()
	hide    func(bool)

	mu      sync.Mutex
	running map[int]context.CancelFunc
}

// take handles a message. It does not block.
func (p *port) take(m js.Value) {
	if m.Type() != js.TypeObject {
		return
	}
	if m.Get("wake").Truthy() {
		go p.wake()
	}
	if hidden := m.Get("hidden"); hidden.Type() == js.TypeBoolean {
		p.hide(hidden.Bool())
	}
	if m.Get("id").Type() != js.TypeNumber {
		return
	}
	id := m.Get("id").Int()
	if m.Get("abort").Truthy() {
		p.end(id)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.mu.Lock()
	p.running[id] = cancel
	p.mu.Unlock()
	method, path, body := m.Get("method").String(), m.Get("path").String(), m.Get("body").String()
	go func() {
		defer p.end(id)
		p.answer(ctx, id, method, path, body)
	}()
}

// end ends a request.
func (p *port) end(id int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cancel := p.running[id]; cancel != nil {
		cancel()
		delete(p.running, id)
	}
}

const pieceSize = 64 << 10

func (p *port) answer(ctx context.Context, id int, method, path, body string) {
	r, err := http.NewRequestWithContext(ctx, method, "http://fives"+path, strings.NewReader(body))
	if err != nil {
		post(map[string]any{"id": id, "error": err.Error()})
		return
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := p.carrier.Do(r)
	if err != nil {
		post(map[string]any{"id": id, "error": err.Error()})
		return
	}
	defer resp.Body.Close()
	_, params, _ := mime.ParseMediaType(resp.Header.Get("Content-Disposition")) // without one, the file has no name
	post(map[string]any{"id": id, "status": resp.StatusCode, "type": resp.Header.Get("Content-Type"), "name": params["filename"], "say": resp.Header.Get(web.SayHeader)})
	piece := make([]byte, pieceSize)
	for {
		n, err := resp.Body.Read(piece)
		if n > 0 {
			chunk := js.Global().Get("Uint8Array").New(n)
			js.CopyBytesToJS(chunk, piece[:n])
			post(map[string]any{"id": id, "chunk": chunk})
		}
		switch {
		case err == io.EOF:
			post(map[string]any{"id": id, "end": true})
			return
		case err != nil:
			post(map[string]any{"id": id, "error": err.Error()})
			return
		}
	}
}
