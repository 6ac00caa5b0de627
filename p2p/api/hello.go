package api

import "runtime/debug"

// A Hello is what a daemon answers at /version, which never changes.
type Hello struct {
	Version string `json:"version"` // of the program
	Oldest  int    `json:"oldest"`  // API versions that it speaks, from here
	API     int    `json:"api"`     // to here
}

// ProgramVersion is that of this build: a tag, from the module's or the repository's
// stamp.
func ProgramVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
