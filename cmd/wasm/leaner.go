package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// instead are the modules in whose place these programs have a folder of cmd/wasm/instead.
var instead = map[string]string{
	"github.com/decred/dcrd/dcrec/secp256k1/v4": "secp256k1",
	"github.com/multiformats/go-multicodec":     "multicodec",
	"github.com/prometheus/client_golang":       "prometheus",
	"github.com/spaolacci/murmur3":              "murmur3",
	"google.golang.org/protobuf":                "protobuf",
	"lukechampine.com/blake3":                   "blake3",
}

// leaner writes, into a folder, what makes programs smaller: edited files of the standard
// library, and a go.mod that names folders of this module in place of others. It returns the
// flags that tell the go command about them, and the edits that this Go does not know.
func (r release) leaner(dir string) (flags []string, unknown []edit, err error) {
	files, unknown, err := r.edited(dir, edits...)
	if err != nil {
		return nil, nil, err
	}
	root, err := r.run("list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, nil, err
	}
	requires, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, nil, err
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, nil, err
	}
	for _, module := range slices.Sorted(maps.Keys(instead)) {
		folder := "./cmd/wasm/instead/" + instead[module]
		requires = fmt.Appendf(requires, "\nreplace %s => %s\n", module, folder)
		// A folder with a go.mod is no part of this module, in which it is tested.
		mod := filepath.Join(dir, instead[module]+".mod")
		files[filepath.Join(root, folder, "go.mod")] = mod
		if err := os.WriteFile(mod, []byte("module "+module+"\n\ngo 1.26\n"), 0o644); err != nil {
			return nil, nil, err
		}
	}
	over, err := overlay(dir, files)
	if err != nil {
		return nil, nil, err
	}
	mod := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(mod, requires, 0o644); err != nil {
		return nil, nil, err
	}
	return []string{over, "-modfile=" + mod}, unknown, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o644)
}
