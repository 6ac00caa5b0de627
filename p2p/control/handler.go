package control

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"fives/p2p/api"
)

// A handler turns requests into calls of a daemon.
type handler struct {
	d   Daemon
	log *slog.Logger
	mux *http.ServeMux
}

// prefix precedes the paths of all calls.
var prefix = "/v" + strconv.Itoa(api.Newest)

func newHandler(d Daemon, log *slog.Logger) *handler {
	h := &handler{d: d, log: log, mux: http.NewServeMux()}
	h.mux.HandleFunc("GET /version", func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, hello())
	})
	for _, rt := range routes {
		method, path := rt.pattern()
		h.handle(method+" "+prefix+path, rt.serve)
		h.handle(prefix+path, otherMethod(method))
	}
	h.handle("/", noCall)
	h.handle("/{version}/", noCall)
	return h
}

func (h *handler) handle(pattern string, serve func(h *handler, w http.ResponseWriter, r *http.Request) error) {
	h.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if err := serve(h, w, r); err != nil {
			h.fail(w, r, err)
		}
	})
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(headerVersion, api.ProgramVersion())
	w.Header().Set(headerAPI, strconv.Itoa(api.Newest))
	// A call may set another deadline, as streams do; this bounds a body that nobody reads.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if path.Clean(r.URL.Path) != r.URL.Path { // which the mux would redirect
		h.fail(w, r, noCall(h, w, r))
		return
	}
	h.mux.ServeHTTP(w, r)
}

// otherMethod refuses every method but the one that a call is made with.
func otherMethod(method string) func(*handler, http.ResponseWriter, *http.Request) error {
	return func(_ *handler, w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Allow", method)
		return api.Fail(api.ReasonWrongMethod, api.Data{Name: r.URL.Path, Detail: method})
	}
}

// noCall refuses a path that is not in the table of calls.
func noCall(_ *handler, _ http.ResponseWriter, r *http.Request) error {
	if v, ok := strings.CutPrefix(r.PathValue("version"), "v"); ok && v != strconv.Itoa(api.Newest) {
		if _, err := strconv.Atoi(v); err == nil {
			return api.Fail(api.ReasonNoCommonVersion, api.Data{Daemon: hello()})
		}
	}
	return api.Fail(api.ReasonNoCall, api.Data{Name: r.URL.Path})
}

var statuses = map[string]int{
	api.CodeBadRequest:  http.StatusBadRequest,
	api.CodeIllegal:     http.StatusUnprocessableEntity,
	api.CodeNotFound:    http.StatusNotFound,
	api.CodeAmbiguous:   http.StatusConflict,
	api.CodeConflict:    http.StatusConflict,
	api.CodeRefused:     http.StatusForbidden,
	api.CodeUnreachable: http.StatusBadGateway,
	api.CodeVersion:     http.StatusGone,
	api.CodeMethod:      http.StatusMethodNotAllowed,
}

func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is waiting for the answer
	}
	e := failure(err)
	if e.Reason == api.ReasonFailed {
		h.log.Error("control: call failed", "call", r.URL.Path, "err", err)
	}
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	write(w, status, e)
}

// failure is what a front end is told of an error.
func failure(err error) *api.Error {
	var e *api.Error
	if !errors.As(err, &e) {
		e = api.Fail(api.ReasonFailed, api.Data{Detail: api.Plain(err.Error())})
	}
	return e
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = api.WriteJSON(w, v) // a client that has gone needs no answer
}

// writeRecords writes records as they are exported, one a line.
func writeRecords(w http.ResponseWriter, list records) {
	w.Header().Set("Content-Type", linesType)
	out := http.NewResponseController(w)
	b := bufio.NewWriterSize(w, 64<<10)
	for _, rec := range list {
		_ = out.SetWriteDeadline(time.Now().Add(sendTime))
		if _, err := b.Write(append(rec.Line(), '\n')); err != nil {
			panic(http.ErrAbortHandler) // so that the client sees that it is not whole
		}
	}
	if err := b.Flush(); err != nil {
		panic(http.ErrAbortHandler)
	}
}
