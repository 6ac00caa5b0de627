package control

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// InProcess carries requests to a handler in the same process, without a network. The answer can
// be read while the handler writes it; closing its body ends the request.
type InProcess struct{ To http.Handler }

// Do returns as soon as the answer has its status and headers.
func (c InProcess) Do(r *http.Request) (*http.Response, error) {
	body := r.Body
	ctx, cancel := context.WithCancel(r.Context())
	r = r.Clone(ctx)
	if r.Body == nil {
		r.Body = http.NoBody
	}
	read, write := io.Pipe()
	a := &answer{header: http.Header{}, body: write, begun: make(chan *http.Response, 1), request: r, read: &endingBody{read, cancel}}
	go func() {
		if body != nil {
			defer body.Close()
		}
		defer a.end()
		c.To.ServeHTTP(a, r)
	}()
	select {
	case resp := <-a.begun:
		return resp, nil
	case <-ctx.Done():
		read.CloseWithError(ctx.Err())
		return nil, ctx.Err()
	}
}

// An endingBody ends its request when it is closed.
type endingBody struct {
	io.ReadCloser
	end context.CancelFunc
}

// Close tells the handler that nobody reads the answer any longer.
func (e *endingBody) Close() error {
	e.end()
	return e.ReadCloser.Close()
}

// An answer hands what a handler writes to the reader of the response.
type answer struct {
	header  http.Header
	status  int // 0 before the answer has begun
	body    *io.PipeWriter
	read    io.ReadCloser
	begun   chan *http.Response
	request *http.Request
}

// Header returns the headers, which are sent with the status.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader begins the answer.
func (a *answer) WriteHeader(status int) {
	if a.status != 0 {
		return
	}
	a.status = status
	a.begun <- &http.Response{
		Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: a.header.Clone(), Body: a.read, ContentLength: -1, Request: a.request,
	}
}

// Write waits until b has been read.
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

// Flush begins the answer; there is no buffer to flush.
func (a *answer) Flush() { a.WriteHeader(http.StatusOK) }

// end ends the answer, even if the handler has aborted with [http.ErrAbortHandler].
func (a *answer) end() {
	var err error
	if broken := recover(); broken == http.ErrAbortHandler {
		err = io.ErrUnexpectedEOF
	} else if broken != nil {
		panic(broken)
	}
	a.WriteHeader(http.StatusOK)
	a.body.CloseWithError(err)
}
