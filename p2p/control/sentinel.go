package control

import (
	"errors"
	"fmt"
)

// Sentinels that an [Error] of this package wraps.
var (
	ErrNotRunning = errors.New("control: no daemon answers")
	ErrInUse      = errors.New("control: another daemon uses the home")
	ErrVersion    = errors.New("control: no API version in common")
)

func notRunning(home string) *Error {
	return &Error{
		Code:    CodeNotRunning,
		Message: "no daemon runs in " + home,
		Hint:    "start it with: fives up --detach",
		cause:   ErrNotRunning,
	}
}

func inUse(home, pid string) *Error {
	by := "another daemon"
	if pid != "" {
		by = fmt.Sprintf("another daemon (process %s)", pid)
	}
	return &Error{
		Code:    CodeInUse,
		Message: fmt.Sprintf("%s uses the home %s", by, home),
		Hint:    "stop it with: fives down, or give this one a home of its own with --home",
		cause:   ErrInUse,
	}
}

func unusable(home, why, hint string) *Error {
	return &Error{Code: CodeHome, Message: fmt.Sprintf("the home %s cannot be used: %s", home, why), Hint: hint}
}
