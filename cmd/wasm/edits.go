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

// fieldsOnly: a template may call a method by its name, so the linker keeps every method of every
// type in a program that has templates. Ours call functions only.
var fieldsOnly = edit{"text/template/exec.go", "ptr.MethodByName(fieldName)", "(reflect.Value{})"}

// edits are all of them, and why a program does the same with each.
var edits = []edit{
	computed,
	fieldsOnly,
}

// edited writes edited files into a folder, and returns where each lies. The edits that this Go
// does not know are returned, too.
func (r release) edited(dir string, edits ...edit) (files map[string]string, unknown []edit, err error) {
	files = map[string]string{}
	for i, e := range edits {
		theirs := filepath.Join(r.root, "src", filepath.FromSlash(e.file))
		last := files[theirs]
		if last == "" {
			last = theirs
		}
		source, err := os.ReadFile(last)
		if err != nil {
			return nil, nil, err
		}
		if bytes.Count(source, []byte(e.from)) != 1 {
			unknown = append(unknown, e)
			continue
		}
		files[theirs] = filepath.Join(dir, fmt.Sprintf("edited%d.go", i))
		source = bytes.Replace(source, []byte(e.from), []byte(e.to), 1)
		if err := os.WriteFile(files[theirs], source, 0o644); err != nil {
			return nil, nil, err
		}
	}
	return files, unknown, nil
}

// overlay writes a file that tells the go command about other files, and returns the flag for it.
func overlay(dir string, files map[string]string) (flag string, err error) {
	text, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "overlay.json")
	return "-overlay=" + path, os.WriteFile(path, text, 0o644)
}
