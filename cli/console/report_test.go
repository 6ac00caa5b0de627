package console

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"fives/p2p/api"
)

func quiet() *Streams {
	return New([]string{"fives"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{})
}

func TestExitStatuses(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want int
	}{
		"nothing":     {nil, 0},
		"no":          {No("", "x"), 1},
		"usage":       {Usage("", "x"), 2},
		"not running": {&api.Error{Code: api.CodeNotRunning, Reason: "x"}, 3},
		"version":     {&api.Error{Code: api.CodeVersion, Reason: "x"}, 3},
		"bad request": {&api.Error{Code: api.CodeBadRequest, Reason: "x"}, 2},
		"illegal":     {&api.Error{Code: api.CodeIllegal, Reason: "x"}, 1},
		"refused":     {&api.Error{Code: api.CodeRefused, Reason: "x"}, 1},
		"other":       {errors.New("x"), 1},
		"interrupted": {context.Canceled, 1},
	} {
		if got := quiet().Report(tt.err); got != tt.want {
			t.Errorf("%s: status %d, want %d", name, got, tt.want)
		}
	}
}

func TestErrorsAreCleanAndHinted(t *testing.T) {
	var out bytes.Buffer
	s := New(nil, strings.NewReader(""), &bytes.Buffer{}, &out)
	s.Report(&api.Error{Code: api.CodeAmbiguous, Reason: "more \x1b[2Jthan one", Data: api.Data{Candidates: []string{"aaaaaaaaaa11", "aaaaaaaaaa22"}}})
	want := "error: more ·[2Jthan one\nhint: name one of: aaaaaaaaaa11, aaaaaaaaaa22\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
