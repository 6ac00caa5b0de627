package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"fives/cli/console"
)

// A refusal is an error as JSON.md describes it.
type refusal struct {
	Error  string
	Hints  []string
	Status int
	Daemon *struct{ Code, Reason, Home string }
}

func refused(t *testing.T, args ...string) (r refusal) {
	t.Helper()
	var out, err bytes.Buffer
	status := run(console.New(append([]string{"fives"}, args...), strings.NewReader(""), &out, &err), nil)
	d := json.NewDecoder(&err)
	d.DisallowUnknownFields()
	if e := d.Decode(&r); e != nil || d.More() {
		t.Fatalf("%q: %v of %q", args, e, err.String())
	}
	if r.Status != status || status == 0 || r.Error == "" || r.Hints == nil || out.Len() > 0 {
		t.Errorf("%q: exit status %d, %+v, answer %q", args, status, r, out.String())
	}
	return r
}

// TestErrorsAreJSON: with --json, every command answers wrong arguments, and a daemon that does
// not run, in JSON.
func TestErrorsAreJSON(t *testing.T) {
	home := filepath.Join(t.TempDir(), "none")
	app := newApp(quiet(), nil)
	for _, c := range app.Commands {
		flags := map[string]bool{}
		for _, f := range c.Flags {
			flags[f.Names()[0]] = true
		}
		if !flags["json"] {
			continue
		}
		if r := refused(t, c.Name, "--frobnicate", "--json"); r.Status != 2 || !strings.HasPrefix(r.Error, "unknown flag: --frobnicate") || r.Daemon != nil {
			t.Errorf("%s: %+v", c.Name, r)
		}
	}
	if r := refused(t, "--json", "frobnicate"); r.Status != 2 {
		t.Errorf("%+v", r)
	}
	r := refused(t, "show", "--json", "--home", home)
	if r.Status != 3 || len(r.Hints) != 1 || r.Daemon == nil || r.Daemon.Code != "not-running" || r.Daemon.Reason != "no-daemon" {
		t.Errorf("%+v", r)
	}
	var out, err bytes.Buffer // without --json, and with a text that looks like it
	for _, args := range [][]string{{"show", "--home", home}, {"say", "--home", home, "--", "--json"}, {"show", "--home", home, "--table", "--json"}, {"show", "--json=false", "--home", home}} {
		err.Reset()
		if run(console.New(append([]string{"fives"}, args...), strings.NewReader(""), &out, &err), nil); !strings.HasPrefix(err.String(), "error: ") {
			t.Errorf("%q: %s", args, err.String())
		}
	}
}
