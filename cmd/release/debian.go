package main

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"fives/cli/web"
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

// An entry of a package, in the form that nfpm takes.
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

// places says where a package puts the files of an archive.
var places = map[string]string{
	"fives":                  "/usr/games/fives",
	"README.md":              "/usr/share/doc/fives/README.md",
	"GUIDE.md":               "/usr/share/doc/fives/GUIDE.md",
	"CHANGELOG.md":           "/usr/share/doc/fives/changelog.gz",
	"LICENSE":                "/usr/share/doc/fives/copyright",
	noticesFile:              "/usr/share/doc/fives/NOTICES",
	"man/fives.6":            "/usr/share/man/man6/fives.6.gz",
	"completions/fives.bash": "/usr/share/bash-completion/completions/fives",
	"completions/_fives":     "/usr/share/zsh/vendor-completions/_fives",
	"completions/fives.fish": "/usr/share/fish/vendor_completions.d/fives.fish",
}

// Files of a package that are in no archive.
var (
	//go:embed debian/fives.desktop
	desktopEntry []byte
	//go:embed debian/fives.service
	userUnit []byte
)

const (
	maintainer = "the fives authors <fives@localhost>"

	// overrides lists what lintian complains about and is intended.
	overrides = "# Go's programs bring their libraries with them.\nfives: statically-linked-binary [usr/games/fives]\n"

	// changes is the changelog of the package itself.
	changes = "fives (%s-%s) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- " + maintainer + "  %s\n"

	packageRelease = "1" // of a version, from 1
)

// packageFiles returns the files of a package at their places.
func packageFiles(p program, files []file) ([]file, error) {
	changelog := fmt.Sprintf(changes, debianVersion(p.version), packageRelease, p.time.UTC().Format(time.RFC1123Z))
	all := []file{
		{"/usr/share/applications/fives.desktop", desktopEntry, 0o644},
		{"/usr/share/icons/hicolor/scalable/apps/fives.svg", []byte(web.Icon), 0o644},
		{"/usr/lib/systemd/user/fives.service", userUnit, 0o644},
		{"/usr/share/lintian/overrides/fives", []byte(overrides), 0o644},
		{"/usr/share/doc/fives/changelog.Debian.gz", []byte(changelog), 0o644},
	}
	for _, f := range files {
		all = append(all, file{places[f.name], f.content, f.mode})
	}
	for i, f := range all {
		if strings.HasSuffix(f.name, ".gz") {
			var b bytes.Buffer
			gz, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
			if _, err := gz.Write(f.content); err != nil {
				return nil, err
			}
			if err := gz.Close(); err != nil {
				return nil, err
			}
			all[i].content = b.Bytes()
		}
	}
	return all, nil
}

// stage writes the files of a package, and the configuration for nfpm, which is JSON and
// therefore also YAML.
func stage(folder string, p program, files []file) (config string, err error) {
	at := p.time.UTC().Format("2006-01-02T15:04:05Z")
	files, err = packageFiles(p, files)
	if err != nil {
		return "", err
	}
	var entries []entry
	for _, f := range files {
		path := filepath.Join(folder, f.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return "", err
		}
		entries = append(entries, entry{path, f.name, info{uint32(f.mode), at, "root", "root"}})
	}
	b, err := json.Marshal(map[string]any{
		"name": "fives", "arch": p.arch, "platform": "linux",
		"version": debianVersion(p.version), "version_schema": "none", "release": packageRelease,
		"section": "games", "priority": "optional", "mtime": at,
		"maintainer":  maintainer,
		"description": "card games on one network, with no server and no trusted dealer\nEverybody at the table runs a node. Nodes find each other, shuffle and\ndeal together so that nobody sees what is not theirs, and check every\nmove of all others.",
		"contents":    entries,
	})
	if err != nil {
		return "", err
	}
	config = filepath.Join(folder, "nfpm.json")
	return config, os.WriteFile(config, b, 0o644)
}

// debianVersion returns a version that Debian sorts as Go does: what comes before a version has
// a tilde.
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.Replace(strings.TrimPrefix(version, "v"), "-", "~", 1), "-", ".")
}
