package main

import "go/ast"

// startUp keeps templates from being parsed when the program starts: otherwise each command,
// and a daemon for as long as it runs, would pay for all pages of all the others.
func startUp(s source) (bad []string) {
	if s.test {
		return nil
	}
	for _, d := range s.syntax.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name != "init" {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "template" && n.Sel.Name == "Must" {
					bad = append(bad, s.at(n)+": a template is parsed when the program starts")
				}
			}
			return true
		})
	}
	return bad
}
