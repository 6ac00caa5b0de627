package api_test

import (
	"errors"
	"fmt"
	"testing"

	"fives/p2p/api"
)

// TestErrorIn: the daemon's error is found in whatever wraps it; any other error has no code and no reason.
func TestErrorIn(t *testing.T) {
	for _, c := range []struct {
		err    error
		reason api.Reason
		code   string
	}{
		{api.Fail(api.ReasonWrongCode, api.Data{}), api.ReasonWrongCode, api.CodeRefused},
		{fmt.Errorf("join: %w", api.Fail(api.ReasonNoTable, api.Data{})), api.ReasonNoTable, api.CodeNotFound},
		{errors.New("other"), "", ""},
		{nil, "", ""},
	} {
		if e := api.ErrorIn(c.err); e.Reason != c.reason || e.Code != c.code {
			t.Errorf("%v: %q, %q", c.err, e.Reason, e.Code)
		}
	}
}
