package api

import "runtime/debug"

// A Hello is a daemon's answer to /version. Its format never changes.
type Hello struct {
	Version string `json:"version"` // of the program
	Oldest  int    `json:"oldest"`  // the oldest API version that it speaks
	API     int    `json:"api"`     // the newest
}

// ProgramVersion returns the version with which the build is stamped (of the module, or of the
// repository), or "devel".
func ProgramVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
