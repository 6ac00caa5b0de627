package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"
)

// sbomEnding is that of the name of a bill of materials, for CycloneDX in JSON.
const sbomEnding = ".cdx.json"

// A bill says in the form of CycloneDX 1.6 what a program is made of.
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Package    string     `json:"purl"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// writeSBOM writes beside a program's archive what the program says itself that it is made of:
// the linker has put every module into it of which it has code, and what it brings along for
// browsers has no others (TestPagesAddNoModule). The same program gives the same bytes.
func writeSBOM(into string, p program) error {
	binary, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	b, err := sbom(p.info, binary, p.time)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(into, p.release()+"-"+p.String()+sbomEnding), b, 0o644)
}

func sbom(info *debug.BuildInfo, binary []byte, at time.Time) ([]byte, error) {
	sum := sha256.Sum256(binary)
	main := module(info.Main)
	main.Type, main.Hashes = "application", []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{at.UTC().Format(time.RFC3339), main}}
	b.Components = append(b.Components, module(debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}))
	for _, d := range info.Deps { // by path
		for d.Replace != nil {
			d = d.Replace
		}
		b.Components = append(b.Components, module(*d))
	}
	out, err := json.MarshalIndent(b, "", "  ")
	return append(out, '\n'), err
}

// module describes a module, with its line of go.sum.
func module(m debug.Module) component {
	at := "pkg:golang/" + strings.ToLower(m.Path) + "@" + url.QueryEscape(m.Version)
	c := component{Type: "library", Ref: at, Name: m.Path, Version: m.Version, Package: at}
	if m.Sum != "" {
		c.Properties = []property{{"go.sum", m.Sum}}
	}
	return c
}
