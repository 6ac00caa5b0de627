package control

import (
	"os"
	"testing"
)

func TestOtherUsersAreRefused(t *testing.T) {
	if allowed(os.Geteuid() + 1) {
		t.Error("another user is let in")
	}
	if !allowed(os.Geteuid()) {
		t.Error("the own user is kept out")
	}
}
