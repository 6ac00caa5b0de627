package main

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
)

const (
	maxLines   = 2000 // of a package, without its tests
	maxMethods = 40   // of a type
)

// mayBeLarge is the package that may have more lines.
const mayBeLarge = "cli/tui"

// tooLarge are packages and types above these limits, with the size that they
// had when the rules were made. They must not grow, and go from the list when
// they fit; nothing new is to come into it.
var tooLarge = map[string]int{}

// sizes wants small packages, and types with few methods.
func sizes(sources []source, large map[string]int) (bad []string) {
	lines, methods := map[string]int{}, map[string]int{}
	seen := map[string]bool{} // a method may be there for each system
	for _, s := range sources {
		if testFile(s.path) {
			continue
		}
		if s.dir != mayBeLarge {
			lines[s.dir] += s.lines
		}
		for _, d := range s.syntax.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				of := s.dir + "." + receiver(f)
				if method := of + "." + f.Name.Name; !seen[method] {
					seen[method] = true
					methods[of]++
				}
			}
		}
	}
	bad = append(exceeding(lines, maxLines, "lines", large), exceeding(methods, maxMethods, "methods", large)...)
	for _, name := range slices.Sorted(maps.Keys(large)) {
		if lines[name] <= maxLines && methods[name] <= maxMethods {
			bad = append(bad, name+" is not too large any more: take it from the list")
		}
	}
	return bad
}

func exceeding(size map[string]int, limit int, unit string, large map[string]int) (bad []string) {
	for _, name := range slices.Sorted(maps.Keys(size)) {
		if n := max(limit, large[name]); size[name] > n {
			bad = append(bad, fmt.Sprintf("%s has %d %s, more than %d", name, size[name], unit, n))
		}
	}
	return bad
}

// receiver is the name of a method's type.
func receiver(f *ast.FuncDecl) string {
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}
