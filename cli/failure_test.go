package cli

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fives/engine/table"
	"fives/p2p/control"
)

// An answer of the daemon that leaves open what to do is completed, and says
// nothing of packages.
func TestDaemonErrorsSayWhatToDo(t *testing.T) {
	for code, status := range map[string]int{
		control.CodeBadRequest: statusUsage, control.CodeAmbiguous: statusUsage, control.CodeIllegal: statusNo,
		control.CodeNotFound: statusNo, control.CodeConflict: statusNo, control.CodeRefused: statusNo,
		control.CodeUnreachable: statusNo, control.CodeInternal: statusNo,
	} {
		e := &control.Error{Code: code, Message: "node: bad terms: it will\n  * not do"}
		if code == control.CodeAmbiguous {
			e.Candidates = []string{"aaaaaaaa1", "aaaaaaaa2"}
		}
		f := explain(fmt.Errorf("asking: %w", e))
		if f.status != status || f.hint == "" || f.text != "it will * not do" {
			t.Errorf("%s: %+v", code, f)
		}
		e.Hint = "do this"
		if f := explain(e); code != control.CodeAmbiguous && f.hint != "do this" {
			t.Errorf("%s: %+v", code, f)
		}
	}
}

func TestUnprefixed(t *testing.T) {
	for _, err := range []error{table.CheckName("a\tb"), errors.New("audit: table: x")} {
		if text := unprefixed(err.Error()); strings.Contains(text, ": ") {
			t.Errorf("%q", text)
		}
	}
}
