package console

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"fives/cli/failure"
	"fives/p2p/control"
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
		"no":          {failure.No("", "x"), 1},
		"usage":       {failure.Usage("", "x"), 2},
		"not running": {&control.Error{Code: control.CodeNotRunning, Reason: "x"}, 3},
		"version":     {&control.Error{Code: control.CodeVersion, Reason: "x"}, 3},
		"bad request": {&control.Error{Code: control.CodeBadRequest, Reason: "x"}, 2},
		"illegal":     {&control.Error{Code: control.CodeIllegal, Reason: "x"}, 1},
		"refused":     {&control.Error{Code: control.CodeRefused, Reason: "x"}, 1},
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
	s.Report(&control.Error{Code: control.CodeAmbiguous, Reason: "more \x1b[2Jthan one", Data: control.Data{Candidates: []string{"aaaaaaaaaa11", "aaaaaaaaaa22"}}})
	want := "error: more ·[2Jthan one\nhint: name one of: aaaaaaaaaa11, aaaaaaaaaa22\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
