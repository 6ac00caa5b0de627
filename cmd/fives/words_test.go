package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fives/engine/games"
)

// gameNames are the names and titles of all registered games.
func gameNames() (names []string) {
	for _, rs := range games.All() {
		names = append(names, rs.Name, rs.Title)
	}
	return names
}

// example is a command line in a help text or a hint, where a game may stand.
var example = regexp.MustCompile(`fives [a-z]+ [a-z-]+`)

// gameWords looks for games in the strings of the layers that must work with any game. A name
// of one word counts only if it is the whole string, because "five" is also a number.
func gameWords(s source, names []string) (bad []string) {
	if s.test || within(s.dir, registry) {
		return nil
	}
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		if name := named(example.ReplaceAllString(text, ""), names); name != "" {
			bad = append(bad, fmt.Sprintf("%s: %q names the game %s", s.at(lit), text, name))
		}
		return true
	})
	return bad
}

// commandNames are the names of the command line's commands.
func commandNames(sources []source) (names []string) {
	for _, s := range sources {
		if layer(s.dir) != layer("cli") || s.test {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if of, ok := lit.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Command" {
				names = append(names, nameIn(lit))
			}
			return true
		})
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// nameIn returns what a composite literal has for its field Name, "" if that is not a string.
func nameIn(lit *ast.CompositeLit) string {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		key, _ := kv.Key.(*ast.Ident)
		value, _ := kv.Value.(*ast.BasicLit)
		if key != nil && key.Name == "Name" && value != nil {
			text, _ := strconv.Unquote(value.Value)
			return text
		}
	}
	return ""
}

// flag matches a flag of a command, in a sentence.
var flag = regexp.MustCompile(`(^|[^-\w])--[a-z]`)

// commandWords looks for commands and flags of the command line in the strings of the layers
// below it: these layers send codes and data, which the front end puts into words (PROTOCOL
// §7.4).
func commandWords(commands []string) func(source) []string {
	command := regexp.MustCompile(`\bfives (` + strings.Join(commands, "|") + `)\b`)
	return func(s source) (bad []string) {
		if s.test || layer(s.dir) >= layer("cli") {
			return nil
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(lit.Value); err == nil && (command.MatchString(text) || flag.MatchString(text)) {
				bad = append(bad, fmt.Sprintf("%s: %q names a command or a flag", s.at(lit), text))
			}
			return true
		})
		return bad
	}
}

// sentence matches what only people read.
var sentence = regexp.MustCompile(`[A-Za-z]{2,} [a-z]{2,}`)

// sentences looks for sentences in p2p, because cli/say puts into words what people read.
// Errors, which front ends show as the text of whoever refuses, the log of the daemon, labels
// of keys, and SQL do not count.
func sentences(s source) (bad []string) {
	if s.test || !within(s.dir, "p2p") || s.dir == "p2p/store/sqlite" {
		return nil
	}
	var around []ast.Node
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && !slices.ContainsFunc(around, unsaid) {
			if text, err := strconv.Unquote(lit.Value); err == nil && sentence.MatchString(text) {
				bad = append(bad, fmt.Sprintf("%s: %q is for people; package words of the command line says it", s.at(lit), text))
			}
		}
		around = append(around, n)
		return true
	})
	return bad
}

// unsaid reports whether texts inside a node are not words of the control interface.
func unsaid(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field: // its tag
		return true
	case *ast.FuncDecl:
		return n.Recv != nil && n.Name.Name == "Error"
	case *ast.CallExpr:
		switch f := n.Fun.(type) {
		case *ast.Ident:
			return slices.Contains([]string{"panic", "Refusal"}, f.Name)
		case *ast.SelectorExpr:
			if of, ok := f.X.(*ast.Ident); ok && (of.Name == "errors" || of.Name == "fmt" && f.Sel.Name == "Errorf") {
				return true
			}
			return slices.Contains([]string{"Refusal", "Debug", "Info", "Warn", "Error", "derive"}, f.Sel.Name)
		}
	}
	return false
}

func named(text string, names []string) string {
	for _, name := range names {
		whole := strings.TrimSpace(text) == name
		if whole || strings.ContainsAny(name, " -") && strings.Contains(text, name) {
			return name
		}
	}
	return ""
}

var unfinishedWords = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XXX)\b`)

func unfinished(s source) (bad []string) {
	for _, group := range s.syntax.Comments {
		for _, c := range group.List {
			if word := unfinishedWords.FindString(c.Text); word != "" {
				bad = append(bad, s.at(c)+": "+word)
			}
		}
	}
	return bad
}
