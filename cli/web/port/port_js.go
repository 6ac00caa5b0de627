package port

import (
	"context"
	"mime"
	"net/http"
	"strings"
	"sync"
	"syscall/js"

	"fives/cli/web"
)

// Serve answers messages with what a handler answers to requests. It returns at once; messages
// are answered as long as the program runs. It calls wake when the page says that it may have
// slept or that the network has changed, and hide when the page is hidden or shown again.
func Serve(h http.Handler, wake func(), hide func(hidden bool)) {
	p := &port{pages: h, wake: wake, hide: hide, running: map[int]context.CancelFunc{}}
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
	pages http.Handler
	wake  func()
	hide  func(bool)

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

func (p *port) answer(ctx context.Context, id int, method, path, body string) {
	r, err := http.NewRequestWithContext(ctx, method, "http://fives"+path, strings.NewReader(body))
	if err != nil {
		post(map[string]any{"id": id, "error": err.Error()})
		return
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a := &answer{ctx: ctx, id: id, header: http.Header{}}
	p.pages.ServeHTTP(a, r)
	a.WriteHeader(http.StatusOK)
	post(map[string]any{"id": id, "end": true})
}

// An answer is sent to the page as it is written.
type answer struct {
	ctx    context.Context
	id     int
	header http.Header
	begun  bool
}

// Header returns the headers, of which the page is told some with the status.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader tells the page the status.
func (a *answer) WriteHeader(status int) {
	if a.begun {
		return
	}
	a.begun = true
	_, params, _ := mime.ParseMediaType(a.header.Get("Content-Disposition")) // without one, the file has no name
	post(map[string]any{"id": a.id, "status": status, "type": a.header.Get("Content-Type"), "name": params["filename"], "say": a.header.Get(web.SayHeader)})
}

// Write sends a piece, unless the page has ended the request.
func (a *answer) Write(b []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	a.WriteHeader(http.StatusOK)
	chunk := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(chunk, b)
	post(map[string]any{"id": a.id, "chunk": chunk})
	return len(b), nil
}

// Flush does nothing: there is no buffer.
func (a *answer) Flush() {}
