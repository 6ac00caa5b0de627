package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A handler turns requests into calls of a daemon.
type handler struct {
	d      Daemon
	log    *slog.Logger
	routes map[string]route
}

// A route is the one method of a path. Its answer is written as JSON, unless
// it has written one itself and returns nil.
type route struct {
	method string
	answer func(w http.ResponseWriter, r *http.Request) (any, error)
}

func newHandler(d Daemon, log *slog.Logger) http.Handler {
	h := &handler{d: d, log: log}
	h.routes = map[string]route{
		"/version":     {http.MethodGet, h.version},
		"/v1/status":   {http.MethodGet, h.status},
		"/v1/peers":    {http.MethodGet, h.peers},
		"/v1/connect":  {http.MethodPost, h.connect},
		"/v1/tables":   {http.MethodGet, h.tables},
		"/v1/host":     {http.MethodPost, h.host},
		"/v1/join":     {http.MethodPost, h.join},
		"/v1/leave":    {http.MethodPost, h.leave},
		"/v1/table":    {http.MethodGet, h.table},
		"/v1/moves":    {http.MethodGet, h.moves},
		"/v1/play":     {http.MethodPost, h.play},
		"/v1/watch":    {http.MethodPost, h.watch},
		"/v1/admit":    {http.MethodPost, h.admit},
		"/v1/trust":    {http.MethodPost, h.trust},
		"/v1/hint":     {http.MethodGet, h.hint},
		"/v1/say":      {http.MethodPost, h.say},
		"/v1/continue": {http.MethodPost, h.onward},
		"/v1/rematch":  {http.MethodPost, h.rematch},
		"/v1/log":      {http.MethodGet, h.tableLog},
		"/v1/evidence": {http.MethodGet, h.evidence},
		"/v1/events":   {http.MethodGet, h.events},
		"/v1/shutdown": {http.MethodPost, h.shutdown},
	}
	return h
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(headerVersion, Version())
	w.Header().Set(headerAPI, strconv.Itoa(API))
	// A handler of its own may set another; this bounds what nobody reads.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	v, err := h.answer(w, r)
	switch {
	case err != nil:
		h.fail(w, r, err)
	case v != nil:
		write(w, http.StatusOK, v)
	}
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request) (any, error) {
	rt, ok := h.routes[r.URL.Path]
	if !ok {
		if v, rest, cut := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v"), "/"); cut && rest != "" && v != strconv.Itoa(API) {
			if _, err := strconv.Atoi(v); err == nil {
				return nil, &Error{Code: CodeVersion, Message: fmt.Sprintf("this daemon speaks API %d to %d, not %s", Oldest, API, v)}
			}
		}
		return nil, &Error{Code: CodeNotFound, Message: fmt.Sprintf("there is no call %q", r.URL.Path), Hint: "p2p/PROTOCOL.md §7 lists the calls"}
	}
	if r.Method != rt.method {
		w.Header().Set("Allow", rt.method)
		return nil, &Error{Code: codeMethod, Message: fmt.Sprintf("%s takes %s, not %s", r.URL.Path, rt.method, r.Method)}
	}
	return rt.answer(w, r)
}

// codeMethod never reaches a [Client].
const codeMethod = "bad-method"

var statuses = map[string]int{
	CodeBadRequest:  http.StatusBadRequest,
	CodeIllegal:     http.StatusUnprocessableEntity,
	CodeNotFound:    http.StatusNotFound,
	CodeAmbiguous:   http.StatusConflict,
	CodeConflict:    http.StatusConflict,
	CodeRefused:     http.StatusForbidden,
	CodeUnreachable: http.StatusBadGateway,
	CodeVersion:     http.StatusGone,
	codeMethod:      http.StatusMethodNotAllowed,
}

func (h *handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	var e *Error
	if !errors.As(err, &e) {
		if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
			return // nobody waits for the answer
		}
		h.log.Error("control: call failed", "call", r.URL.Path, "err", err)
		e = &Error{Code: CodeInternal, Message: err.Error()}
	}
	status, ok := statuses[e.Code]
	if !ok {
		status = http.StatusInternalServerError
	}
	write(w, status, e)
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that has gone needs no answer
}

// read takes the request's body as exactly one JSON value without unknown keys:
// an option that is silently left out could make a private table a public one.
func read[T any](r *http.Request) (T, error) {
	var v T
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	err := dec.Decode(&v)
	if err == nil {
		if _, err = dec.Token(); err == io.EOF {
			return v, nil
		}
		err = errors.New("more than one value")
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		err = fmt.Errorf("more than %d bytes", big.Limit)
	}
	return v, &Error{Code: CodeBadRequest, Message: "the request cannot be read: " + err.Error()}
}
