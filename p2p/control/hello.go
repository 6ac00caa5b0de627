package control

import "runtime/debug"

// A Hello is what a daemon answers at /version, which never changes.
type Hello struct {
	Version string `json:"version"` // of the program
	Oldest  int    `json:"oldest"`  // API versions that it speaks, from here
	API     int    `json:"api"`     // to here
}

// hello is this program's.
func hello() *Hello { return &Hello{Version: Version(), Oldest: Oldest, API: API} }

// Headers of every answer.
const (
	headerVersion = "Fives-Version"
	headerAPI     = "Fives-Api"
)

// Version is the version of this build: a tag, from the module's or the repository's
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
	return 0, because(ErrVersion, ReasonNoCommonVersion, Data{Daemon: &h})
}
