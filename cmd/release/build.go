package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// A system is one that the program is built for, in Go's words.
type system struct{ os, arch string }

func (s system) String() string { return s.os + "-" + s.arch }

// environment returns the environment of the go command for a system, without what somebody has
// set for development.
func (s system) environment() []string {
	return append(os.Environ(), "GOOS="+s.os, "GOARCH="+s.arch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off", "GOWORK=off")
}

// A program is one that was built for a system.
type program struct {
	system
	path    string
	version string // of its source: a tag, or what Go makes of the last tag and the commit
	time    time.Time
	info    *debug.BuildInfo // what it says itself of how it was built
}

// name returns the name of the program's file.
func (p program) name() string {
	if p.os == "windows" {
		return "fives.exe"
	}
	return "fives"
}

// release returns what this release is called in the names of files.
func (p program) release() string { return "fives-" + strings.TrimPrefix(p.version, "v") }

// build makes the program for a system.
func build(ctx context.Context, s system, into string) (program, error) {
	p := program{system: s, path: filepath.Join(into, s.String())}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", p.path, "./cmd/fives")
	cmd.Env = s.environment()
	if out, err := cmd.CombinedOutput(); err != nil {
		return p, fmt.Errorf("%s: %w\n%s", s, err, out)
	}
	info, err := buildinfo.ReadFile(p.path)
	if err != nil {
		return p, err
	}
	p.version, p.info = info.Main.Version, info
	for _, setting := range info.Settings {
		if setting.Key == "vcs.time" {
			p.time, err = time.Parse(time.RFC3339, setting.Value)
		}
	}
	if err != nil || p.time.IsZero() {
		return p, fmt.Errorf("%s: the program does not say which commit it is of: is this a clone, and git installed? (%v)", s, err)
	}
	return p, nil
}
