package api

import (
	"crypto/sha256"
	"fmt"
	"runtime/debug"
	"sync"
)

// A Hello is a daemon's answer to /version. Its format never changes.
type Hello struct {
	Version string `json:"version"` // of the program
	Oldest  int    `json:"oldest"`  // the oldest API version that it speaks
	API     int    `json:"api"`     // the newest
}

// ProgramVersion returns what this build is: the version of the module or of the repository with which
// it is stamped, else "devel" with what tells it from other builds, the revision of its source or a hash
// of what it was built from. It is "devel" alone only where a program cannot read itself, as in a page.
var ProgramVersion = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(info, buildID)
})

func versionOf(info *debug.BuildInfo, id func() string) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	version := "devel"
	if rev := set["vcs.revision"]; rev != "" {
		version += fmt.Sprintf("-%.12s", rev)
	}
	if set["vcs.revision"] == "" || set["vcs.modified"] == "true" {
		if id := id(); id != "" {
			version += fmt.Sprintf("-%.4x", sha256.Sum256([]byte(id)))
		}
	}
	return version
}
