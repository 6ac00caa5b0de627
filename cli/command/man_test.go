package command

import "testing"

func TestRoff(t *testing.T) {
	if got := roff(`.\-'`); got != `\&.\e\-'` {
		t.Errorf("got %q", got)
	}
}
