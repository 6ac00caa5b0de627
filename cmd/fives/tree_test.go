package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A source is one Go file of the tree.
type source struct {
	path    string
	dir     string
	test    bool // a _test.go file, or one of a package that is for tests only
	browser bool // in programs for js/wasm
	native  bool // in programs for linux/amd64
	syntax  *ast.File
	fset    *token.FileSet
	imports []string // packages of other modules and the standard library
	folders []string // packages of this module that it imports
}

// readTree parses all Go files below the root of a module, whatever system they
// are for.
func readTree(root fs.FS) ([]source, error) {
	module, err := modulePath(root)
	if err != nil {
		return nil, err
	}
	var all []source
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		s, err := readSource(root, name, module)
		all = append(all, s)
		return err
	})
	return markSupport(all), err
}

// modulePath is the name of the module in its go.mod.
func modulePath(root fs.FS) (string, error) {
	b, err := fs.ReadFile(root, "go.mod")
	if err != nil {
		return "", err
	}
	first, _, _ := strings.Cut(string(b), "\n")
	module, ok := strings.CutPrefix(first, "module ")
	if !ok {
		return "", fmt.Errorf("go.mod begins with %q", first)
	}
	return module, nil
}

func readSource(root fs.FS, name, module string) (source, error) {
	b, err := fs.ReadFile(root, name)
	if err != nil {
		return source{}, err
	}
	s := source{path: name, dir: path.Dir(name), test: testFile(name), fset: token.NewFileSet()}
	if s.browser, err = builtFor(root, name, "js", "wasm"); err != nil {
		return source{}, err
	}
	if s.native, err = builtFor(root, name, "linux", "amd64"); err != nil {
		return source{}, err
	}
	s.syntax, err = parser.ParseFile(s.fset, name, b, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return source{}, err
	}
	for _, i := range s.syntax.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return source{}, fmt.Errorf("%s: %w", name, err)
		}
		if dir, ok := strings.CutPrefix(p, module+"/"); ok {
			s.folders = append(s.folders, dir)
		} else {
			s.imports = append(s.imports, p)
		}
	}
	return s, nil
}

// builtFor reports whether the name of a file and its build constraints let it into programs
// for a system.
func builtFor(root fs.FS, name, system, processor string) (bool, error) {
	c := build.Context{
		GOOS: system, GOARCH: processor, Compiler: build.Default.Compiler, ReleaseTags: build.Default.ReleaseTags,
		JoinPath: path.Join,
		OpenFile: func(name string) (io.ReadCloser, error) { return root.Open(name) },
	}
	return c.MatchFile(path.Dir(name), path.Base(name))
}

func testFile(name string) bool { return strings.HasSuffix(name, "_test.go") }

// markSupport counts the files of packages that are for tests only as tests. These packages are
// those that import testing and, among those outside the program, the ones that import such a
// package or that only tests import.
func markSupport(all []source) []source {
	program := reached(all)
	support := map[string]bool{}
	for grown := true; grown; {
		grown = false
		inUse, inTests := map[string]bool{}, map[string]bool{}
		for _, s := range all {
			for _, dir := range s.folders {
				if s.test || support[s.dir] {
					inTests[dir] = true
				} else {
					inUse[dir] = true
				}
			}
		}
		for _, s := range all {
			if s.test || support[s.dir] {
				continue
			}
			forTests := importsAny(s, support) || inTests[s.dir] && !inUse[s.dir]
			if slices.Contains(s.imports, "testing") || !program[s.dir] && forTests {
				support[s.dir], grown = true, true
			}
		}
	}
	for i := range all {
		all[i].test = all[i].test || support[all[i].dir]
	}
	return all
}

// reached returns the folders whose code is in the program.
func reached(all []source) map[string]bool {
	in := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for _, s := range all {
			if s.test || !in[s.dir] && layer(s.dir) != layer("cmd") {
				continue
			}
			for _, dir := range append(slices.Clone(s.folders), s.dir) {
				grown = grown || !in[dir]
				in[dir] = true
			}
		}
	}
	return in
}

func importsAny(s source, dirs map[string]bool) bool {
	return slices.ContainsFunc(s.folders, func(dir string) bool { return dirs[dir] })
}

// at names a place for a complaint.
func (s source) at(n ast.Node) string {
	return fmt.Sprintf("%s:%d", s.path, s.fset.Position(n.Pos()).Line)
}

// within reports whether a folder is another one or lies below it.
func within(dir, root string) bool {
	return dir == root || strings.HasPrefix(dir, root+"/")
}
