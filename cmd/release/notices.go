package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const noticesFile = "NOTICES"

// A dependency is a module of which some program contains packages.
type dependency struct {
	path, version, dir string
	packages           []string // their folders
}

// notices returns the licences of all modules whose code is in a program for any of these
// systems, of Go's own library, and of the font. It fails if a module has no licence.
func notices(ctx context.Context, systems []system) ([]byte, error) {
	all := map[string]*dependency{}
	for _, s := range systems {
		if err := dependencies(ctx, s, all, "./cmd/fives"); err != nil {
			return nil, err
		}
	}
	// What runs in browsers is part of the program, if it has been built.
	built, err := filepath.Glob("cli/wasm/built/*.wasm.gz")
	if err != nil {
		return nil, err
	}
	for _, b := range built {
		if err := dependencies(ctx, system{"js", "wasm"}, all, "./cmd/"+strings.TrimSuffix(filepath.Base(b), ".wasm.gz")); err != nil {
			return nil, err
		}
	}
	return writeNotices(ctx, all)
}

func writeNotices(ctx context.Context, all map[string]*dependency) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("fives is under the licence in the file LICENSE. It contains the following, which are\nunder licences of their own.\n")
	goRoot, err := output(ctx, system{}, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	standard := &dependency{path: "the Go standard library", dir: strings.TrimSpace(goRoot)}
	for _, d := range append([]*dependency{standard}, sortByPath(all)...) {
		texts, err := d.licences()
		if err != nil {
			return nil, err
		}
		writeNotice(&b, strings.TrimSpace(d.path+" "+d.version), texts...)
	}
	font, err := os.ReadFile(fontLicence)
	if err != nil {
		return nil, err
	}
	writeNotice(&b, "Fraunces, a typeface, of which a part is in the pages", font)
	return b.Bytes(), nil
}

// fontLicence is the licence of the only file in the tree that is neither ours nor a module's.
const fontLicence = "cli/cards/OFL.txt"

// writeNotice writes the texts of a licence under the name of what it covers.
func writeNotice(b *bytes.Buffer, title string, texts ...[]byte) {
	fmt.Fprintf(b, "\n\n%s\n%s\n%s\n", strings.Repeat("=", 78), title, strings.Repeat("=", 78))
	for _, text := range texts {
		b.WriteByte('\n')
		b.Write(text)
		b.WriteByte('\n')
	}
}

func sortByPath(all map[string]*dependency) (list []*dependency) {
	for _, path := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[path])
	}
	return list
}

// dependencies adds the modules of which a program contains packages.
func dependencies(ctx context.Context, s system, all map[string]*dependency, program string) error {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}`
	out, err := output(ctx, s, "list", "-deps", "-f", format, program)
	if err != nil {
		return err
	}
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 {
			continue
		}
		d := all[f[0]]
		if d == nil {
			d = &dependency{path: f[0], version: f[1], dir: f[2]}
			all[f[0]] = d
		}
		if !slices.Contains(d.packages, f[3]) {
			d.packages = append(d.packages, f[3])
		}
	}
	return nil
}

func output(ctx context.Context, s system, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = s.environment()
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %q: %w\n%s", args, err, problems.String())
	}
	return string(out), nil
}

// licenceName matches the names of files that say under which conditions code may be passed on.
var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents|copyright)([-._].*)?$`)

// licences returns the licence texts in a module's folder, and in the folders on the way from
// it to the packages that are used.
func (d *dependency) licences() (texts [][]byte, err error) {
	folders := map[string]bool{d.dir: true}
	for _, p := range d.packages {
		for ; len(p) > len(d.dir); p = filepath.Dir(p) {
			folders[p] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, e.Name()))
			if err != nil {
				return nil, err
			}
			text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			if !slices.ContainsFunc(texts, func(t []byte) bool { return bytes.Equal(t, text) }) {
				texts = append(texts, text)
			}
		}
	}
	if len(texts) == 0 {
		return nil, errors.New(d.path + " has no licence: it may not be passed on")
	}
	return texts, nil
}
