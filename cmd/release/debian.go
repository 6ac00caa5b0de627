package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// debian makes a package for Debian with nfpm, from the files of the archive.
func debian(ctx context.Context, nfpm, into, work string, p program, files []file) error {
	folder := filepath.Join(work, "deb-"+p.arch)
	config, err := stage(folder, p, files)
	if err != nil {
		return err
	}
	target, err := filepath.Abs(filepath.Join(into, p.release()+"-"+p.String()+".deb"))
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "run", nfpm, "package", "--config", config, "--packager", "deb", "--target", target)
	cmd.Dir = folder // outside the module
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", fmt.Sprintf("SOURCE_DATE_EPOCH=%d", p.time.Unix()))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("nfpm: %w\n%s", err, out)
	}
	fmt.Println(filepath.Base(target))
	return nil
}

// An entry of a package, as nfpm wants it.
type entry struct {
	Source string `json:"src"`
	Target string `json:"dst"`
	Info   info   `json:"file_info"`
}

type info struct {
	Mode  uint32 `json:"mode"`
	Time  string `json:"mtime"`
	Owner string `json:"owner"`
	Group string `json:"group"`
}

// places are where a package puts the files of an archive.
var places = map[string]string{
	"fives":                  "/usr/games/fives",
	"README.md":              "/usr/share/doc/fives/README.md",
	"CHANGELOG.md":           "/usr/share/doc/fives/CHANGELOG.md",
	"LICENSE":                "/usr/share/doc/fives/copyright",
	noticesFile:              "/usr/share/doc/fives/NOTICES",
	"man/fives.6":            "/usr/share/man/man6/fives.6",
	"completions/fives.bash": "/usr/share/bash-completion/completions/fives",
	"completions/_fives":     "/usr/share/zsh/vendor-completions/_fives",
	"completions/fives.fish": "/usr/share/fish/vendor_completions.d/fives.fish",
}

// stage writes the files of a package, and what nfpm has to know, which is JSON and so
// YAML, too.
func stage(folder string, p program, files []file) (config string, err error) {
	at := p.time.UTC().Format("2006-01-02T15:04:05Z")
	var entries []entry
	for _, f := range files {
		path := filepath.Join(folder, f.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return "", err
		}
		entries = append(entries, entry{path, places[f.name], info{uint32(f.mode), at, "root", "root"}})
	}
	b, err := json.Marshal(map[string]any{
		"name": "fives", "arch": p.arch, "platform": "linux",
		"version": debianVersion(p.version), "version_schema": "none", "release": "1",
		"section": "games", "priority": "optional", "license": "BSD-3-Clause", "mtime": at,
		"maintainer":  "the fives authors <fives@localhost>",
		"description": "card games on one network, with no server and no trusted dealer\nEverybody at the table runs a node. Nodes find each other, shuffle and deal together\nso that nobody sees what is not theirs, and check every move of all others.",
		"contents":    entries,
	})
	if err != nil {
		return "", err
	}
	config = filepath.Join(folder, "nfpm.json")
	return config, os.WriteFile(config, b, 0o644)
}

// debianVersion sorts as Go's versions do: what comes before a version has a tilde.
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.Replace(strings.TrimPrefix(version, "v"), "-", "~", 1), "-", ".")
}
