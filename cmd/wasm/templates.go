package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// The part of text/template in these programs. A template may call a method by its name, so the
// linker keeps every method of every type in a program that has templates. Ours call functions
// only; without the search for methods, cmd/browser is 8 percent smaller.
const (
	engine        = "src/text/template/exec.go"
	searchMethods = "ptr.MethodByName(fieldName)"
	noMethod      = "(reflect.Value{})"
)

// fieldsOnly writes, into a folder, a text/template that knows only fields and functions, and
// returns the overlay file that tells the go command about it. If the text/template of another
// Go release is not the one that this code knows, it stays as it is.
func fieldsOnly(dir string, r release) (overlay string, err error) {
	theirs := filepath.Join(r.root, filepath.FromSlash(engine))
	source, err := os.ReadFile(theirs)
	if err != nil {
		return "", err
	}
	if bytes.Count(source, []byte(searchMethods)) == 1 {
		source = bytes.Replace(source, []byte(searchMethods), []byte(noMethod), 1)
	}
	ours := filepath.Join(dir, "exec.go")
	if err := os.WriteFile(ours, source, 0o644); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {theirs: ours}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o644)
}
