package control

import "errors"

// Sentinels that an [Error] of this package wraps.
var (
	ErrNotRunning = errors.New("control: no daemon answers")
	ErrInUse      = errors.New("control: another daemon uses the home")
	ErrVersion    = errors.New("control: no API version in common")
)

// because is the error of a reason that wraps a sentinel.
func because(cause error, r Reason, d Data) *Error {
	e := Fail(r, d)
	e.cause = cause
	return e
}

func notRunning(home string) *Error {
	return because(ErrNotRunning, ReasonNoDaemon, Data{Home: home})
}

// unusable is what the system says of a home.
func unusable(home string, err error) *Error {
	return Fail(ReasonHomeUnusable, Data{Home: home, Detail: err.Error()})
}
