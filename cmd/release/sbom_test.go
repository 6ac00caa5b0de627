package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSBOM: the bill of materials names each module of a program (this one), and Go's own library,
// with version and line of go.sum as `go version -m` reads them, and nothing else; and the hash of
// the program, at the time of the commit. A second run, in another time zone, writes the same bytes.
func TestSBOM(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	once, again := t.TempDir(), t.TempDir()
	p := program{system: system{"linux", "amd64"}, path: self, version: "v1.2.3", time: at, info: info}
	if err := writeSBOM(once, p); err != nil {
		t.Fatal(err)
	}
	p.time = at.In(time.FixedZone("elsewhere", 9*3600))
	if err := writeSBOM(again, p); err != nil {
		t.Fatal(err)
	}
	const name = "fives-1.2.3-linux-amd64.cdx.json"
	text := read(t, once, name)
	if !bytes.Equal(text, read(t, again, name)) {
		t.Error("other bytes the second time")
	}
	var b struct {
		BOMFormat, SpecVersion string
		Metadata               struct {
			Timestamp string
			Component struct {
				Name   string
				Hashes []struct{ Alg, Content string }
			}
		}
		Components []struct {
			Type, Name, Version, Purl string
			Properties                []struct{ Name, Value string }
		}
	}
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	main := b.Metadata.Component
	if b.BOMFormat != "CycloneDX" || b.SpecVersion != "1.6" || b.Metadata.Timestamp != "2026-11-22T16:31:05Z" || main.Name != "fives" ||
		len(main.Hashes) != 1 || main.Hashes[0].Alg != "SHA-256" || main.Hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(binary)) {
		t.Errorf("%s", text[:min(len(text), 1000)])
	}
	var got, want []string
	for _, c := range b.Components {
		line := c.Name + " " + c.Version
		for _, p := range c.Properties {
			line += " " + p.Value
		}
		got = append(got, line)
		if c.Type != "library" || !strings.HasPrefix(c.Purl, "pkg:golang/") {
			t.Errorf("%+v", c)
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "version", "-m", self).Output()
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(out), "\n")
	_, goVersion, _ := strings.Cut(first, ": go")
	want = append(want, "std "+strings.TrimSpace(goVersion))
	for line := range strings.Lines(rest) {
		if f := strings.Fields(line); len(f) == 4 && f[0] == "dep" {
			want = append(want, strings.Join(f[1:], " "))
		}
	}
	if len(want) < 20 || !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// TestPagesAddNoModule: what runs in browsers has no module that the program for people's own
// systems lacks, so the list in that program has all.
func TestPagesAddNoModule(t *testing.T) {
	t.Chdir("../..")
	native, pages := map[string]*dependency{}, map[string]*dependency{}
	if err := dependencies(t.Context(), system{"linux", "amd64"}, native, "./cmd/fives"); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"./cmd/browser", "./cmd/proof"} {
		if err := dependencies(t.Context(), system{"js", "wasm"}, pages, p); err != nil {
			t.Fatal(err)
		}
	}
	if len(pages) == 0 {
		t.Error("the programs for browsers have no module")
	}
	for path := range pages {
		if native[path] == nil {
			t.Errorf("%s is in a program for browsers alone", path)
		}
	}
}
