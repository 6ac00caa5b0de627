package main

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// impure are packages that would let a clock, the system, the network or randomness of its own
// into the engine and into the proofs.
var impure = []string{
	"time", "os", "net", "net/", "os/", "io/fs", "log", "log/", "context", "sync", "sync/", "runtime", "runtime/",
	"syscall", "unsafe", "crypto/rand", "math/rand", "path/filepath",
}

// allowed are those that a folder and what is below it may use all the same: proofs are
// random, tables of points are filled once, and parts of a proof are made side by side. cores
// deals out work to the processors, and lets it rest where everything shares one. ahead shares
// the log that it reads among the goroutines of its caller. The computer player of furiousfive
// fills a table once, which follows from the rules alone.
var allowed = map[string][]string{
	"crypto":       {"crypto/rand", "sync"},
	"crypto/cores": {"runtime", "sync/atomic", "time"},
	"engine/ahead": {"sync"},

	"engine/games/furiousfive": {"sync"},
}

func allows(dir, imported string) bool {
	for folder, packages := range allowed {
		if within(dir, folder) && slices.Contains(packages, imported) {
			return true
		}
	}
	return false
}

// purity keeps the engine a function of its arguments, and proofs functions of theirs and of
// randomness.
func purity(s source) (bad []string) {
	if s.test || !within(s.dir, "engine") && !within(s.dir, "crypto") {
		return nil
	}
	for _, i := range s.imports {
		if !allows(s.dir, i) && slices.ContainsFunc(impure, func(p string) bool {
			return i == p || strings.HasSuffix(p, "/") && strings.HasPrefix(i, p)
		}) {
			bad = append(bad, s.path+" imports "+i)
		}
	}
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			bad = append(bad, s.at(n)+": a goroutine")
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Go" && within(s.dir, "engine") {
				bad = append(bad, s.at(n)+": a goroutine")
			}
		case *ast.SelectStmt:
			bad = append(bad, s.at(n)+": a select")
		case *ast.FuncDecl:
			if !takes(n.Type, "rand") {
				bad = append(bad, globalRandom(s, n)...)
			}
		}
		return true
	})
	return bad
}

func takes(f *ast.FuncType, name string) bool {
	return slices.ContainsFunc(f.Params.List, func(p *ast.Field) bool {
		return slices.ContainsFunc(p.Names, func(n *ast.Ident) bool { return n.Name == name })
	})
}

// seeded are the names of math/rand/v2 that do not use its global source.
var seeded = []string{"Rand", "Source", "New", "NewPCG", "PCG", "NewChaCha8", "ChaCha8", "Zipf", "NewZipf"}

func globalRandom(s source, f *ast.FuncDecl) (bad []string) {
	if !slices.Contains(s.imports, "math/rand/v2") {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == "rand" && !slices.Contains(seeded, sel.Sel.Name) {
			bad = append(bad, fmt.Sprintf("%s: rand.%s draws from the global source", s.at(sel), sel.Sel.Name))
		}
		return true
	})
	return bad
}
