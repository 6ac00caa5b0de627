package console

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
)

// If the reason of a daemon's answer leaves open what to do, the program says it, even if only
// a newer daemon knows the reason.
func TestDaemonErrorsSayWhatToDo(t *testing.T) {
	for code, status := range map[string]int{
		api.CodeBadRequest: StatusUsage, api.CodeAmbiguous: StatusUsage, api.CodeIllegal: StatusNo,
		api.CodeNotFound: StatusNo, api.CodeConflict: StatusNo, api.CodeRefused: StatusNo,
		api.CodeUnreachable: StatusNo, api.CodeInternal: StatusNo,
	} {
		e := &api.Error{Code: code, Reason: "new-reason", Data: api.Data{Detail: "it will\n  * not do"}}
		if code == api.CodeAmbiguous {
			e.Candidates = []string{"aaaaaaaa1", "aaaaaaaa2"}
		}
		f := Explain(fmt.Errorf("asking: %w", e))
		if f.Status != status || f.Hint == "" || f.Text != "new reason: it will * not do" {
			t.Errorf("%s: %+v", code, f)
		}
	}
}

// A failing disk is not a typing error.
func TestDiskErrorsSayWhatToDo(t *testing.T) {
	for _, err := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EIO} {
		f := Explain(fmt.Errorf("store: %w", &fs.PathError{Op: "write", Path: "fives.db", Err: err}))
		if !strings.Contains(f.Hint, "disk") || f.Status != StatusNo {
			t.Errorf("%v: %+v", err, f)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, err := range []error{fmt.Errorf("%w: %w", table.ErrTerms, record.CheckName("a\tb")), errors.New("audit: table: x")} {
		if text := PlainError(err.Error()); strings.Contains(text, ": ") {
			t.Errorf("%q", text)
		}
	}
}
