package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"

	"fives/engine/audit"
	"fives/p2p/api"
)

// A call is a line of the table of calls, which client and daemon share. Fields of In with a
// query tag travel in the URL, the others in the body.
type call[In, Out any] struct {
	method, path string // without the version
	do           func(context.Context, Daemon, In) (Out, error)
}

// A route is a call of any types.
type route interface {
	pattern() (method, path string)
	serve(h *handler, w http.ResponseWriter, r *http.Request) error
	types() (in, out reflect.Type)
}

// routes lists the calls of the table; declare adds them.
var routes []route

func get[In, Out any](path string, do func(context.Context, Daemon, In) (Out, error)) *call[In, Out] {
	return declare(http.MethodGet, path, do)
}

func post[In, Out any](path string, do func(context.Context, Daemon, In) (Out, error)) *call[In, Out] {
	return declare(http.MethodPost, path, do)
}

func declare[In, Out any](method, path string, do func(context.Context, Daemon, In) (Out, error)) *call[In, Out] {
	c := &call[In, Out]{method: method, path: path, do: do}
	routes = append(routes, c)
	return c
}

func (c *call[In, Out]) pattern() (method, path string) { return c.method, c.path }

func (c *call[In, Out]) types() (in, out reflect.Type) {
	return reflect.TypeFor[In](), reflect.TypeFor[Out]()
}

// ask makes the call as a client.
func (c *call[In, Out]) ask(ctx context.Context, client *Client, in In) (out Out, err error) {
	if client.own != nil {
		return c.directly(ctx, client, in)
	}
	resp, err := c.send(ctx, client, in)
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	defer io.Copy(io.Discard, io.LimitReader(resp.Body, maxBody)) //nolint:errcheck // only to use the connection again
	return decode[Out](resp.Body)
}

// copy makes the call as a client and copies the answer as it is.
func (c *call[In, Out]) copy(ctx context.Context, client *Client, in In, w io.Writer) error {
	if client.own != nil {
		out, err := c.do(ctx, client.own, in)
		if err != nil {
			return failed(err)
		}
		return audit.WriteLog(w, any(out).(records))
	}
	resp, err := c.send(ctx, client, in)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(w, resp.Body); err != nil {
		return fmt.Errorf("control: %s: %w", c.path, err)
	}
	return nil
}

// directly makes the call of a daemon in the same process. The answer is a copy, as that of another
// process is.
func (c *call[In, Out]) directly(ctx context.Context, client *Client, in In) (out Out, err error) {
	if out, err = c.do(ctx, client.own, in); err != nil {
		return *new(Out), failed(err)
	}
	return api.CleanAll(out), nil
}

func (c *call[In, Out]) send(ctx context.Context, client *Client, in In) (*http.Response, error) {
	var body any
	if hasBody(reflect.TypeFor[In]()) {
		body = in
	}
	return client.send(ctx, c.method, client.base+c.path, writeQuery(in), body)
}

// serve answers the call as a daemon.
func (c *call[In, Out]) serve(h *handler, w http.ResponseWriter, r *http.Request) error {
	in, err := readRequest[In](r)
	if err != nil {
		return err
	}
	out, err := c.do(r.Context(), h.d, in)
	if err != nil {
		return err
	}
	switch out := any(out).(type) {
	case records:
		writeRecords(w, out)
	case events:
		h.writeEvents(w, r, out)
	default:
		write(w, http.StatusOK, out)
	}
	return nil
}

// readRequest reads a request from its URL and body. It refuses unknown keys: silently
// ignoring an option could make a private table public.
func readRequest[In any](r *http.Request) (in In, err error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err == nil {
		err = readQuery(q, &in)
	}
	if err == nil {
		err = readBody(r.Body, &in, hasBody(reflect.TypeFor[In]()))
	}
	if err != nil {
		return in, api.Fail(api.ReasonUnreadable, api.Data{Detail: err.Error()})
	}
	return in, nil
}

// readBody reads the body as exactly one JSON value; it may be empty if the call needs no body.
func readBody(body io.Reader, v any, needed bool) error {
	dec := json.NewDecoder(body)
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	switch {
	case err == io.EOF && !needed:
		return nil
	case err == nil:
		if _, err = dec.Token(); err == io.EOF {
			return nil
		}
		err = errors.New("more than one value")
	}
	var big *http.MaxBytesError
	if errors.As(err, &big) {
		return fmt.Errorf("more than %d bytes", big.Limit)
	}
	return err
}
