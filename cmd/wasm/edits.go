package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// An edit changes a file of the standard library for these programs. In it, from occurs once;
// in another Go release, in which it does not, the file stays as it is.
type edit struct{ file, from, to string }

// computed lets the runtime compute what it otherwise reads from a table (functionTable says
// what is in it). The table is a fifth of cmd/browser.
var computed = edit{
	"runtime/symtab.go", `	b := x / abi.FuncTabBucketSize
	i := x % abi.FuncTabBucketSize / (abi.FuncTabBucketSize / nsub)

	ffb := (*findfuncbucket)(add(unsafe.Pointer(datap.findfunctab), b*unsafe.Sizeof(findfuncbucket{})))
	idx := ffb.idx + uint32(ffb.subbuckets[i])
`, `	idx := uint32(x >> 16)
`,
}

// edits are all of them, and why a program does the same with each.
var edits = []edit{
	computed,

	// A template may call a method by its name, so the linker keeps every method of every type in
	// a program that has templates. Ours call functions only.
	{"text/template/exec.go", "ptr.MethodByName(fieldName)", "(reflect.Value{})"},
}

// overlay writes the edited files into a folder, with the file that tells the go command about
// them, and returns its path and the edits that this Go does not know.
func (r release) overlay(dir string) (path string, unknown []edit, err error) {
	replaced := map[string]string{}
	for i, e := range edits {
		theirs := filepath.Join(r.root, "src", filepath.FromSlash(e.file))
		ours := replaced[theirs]
		if ours == "" {
			ours = theirs
		}
		source, err := os.ReadFile(ours)
		if err != nil {
			return "", nil, err
		}
		if bytes.Count(source, []byte(e.from)) != 1 {
			unknown = append(unknown, e)
			continue
		}
		replaced[theirs] = filepath.Join(dir, fmt.Sprintf("edited%d.go", i))
		source = bytes.Replace(source, []byte(e.from), []byte(e.to), 1)
		if err := os.WriteFile(replaced[theirs], source, 0o644); err != nil {
			return "", nil, err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, unknown, os.WriteFile(path, text, 0o644)
}
