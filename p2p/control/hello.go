package control

import (
	"fmt"
	"runtime/debug"
)

// A Hello is what a daemon answers at /version, which never changes.
type Hello struct {
	Version string `json:"version"` // of the program
	Oldest  int    `json:"oldest"`  // API versions that it speaks, from here
	API     int    `json:"api"`     // to here
}

// Headers of every answer.
const (
	headerVersion = "Fives-Version"
	headerAPI     = "Fives-Api"
)

// Version is the version of this build, from the module's or the repository's
// stamp.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// agree finds the newest API version that both sides speak.
func (h Hello) agree() (int, error) {
	if v := min(h.API, API); v >= max(h.Oldest, Oldest) {
		return v, nil
	}
	hint := "the daemon is older: restart it with: fives down; fives up --detach"
	if h.Oldest > API {
		hint = "the daemon is newer: use the fives program that started it, or restart it with this one: fives down; fives up --detach"
	}
	return 0, &Error{
		Code: CodeVersion,
		Message: fmt.Sprintf("the daemon is version %s (API %d), this program is version %s (API %d)",
			h.Version, h.API, Version(), API),
		Hint:  hint,
		cause: ErrVersion,
	}
}
