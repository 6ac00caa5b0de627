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

// gameWords looks for games in the strings of the layers that must work with
// any. A name of one word counts only where it is the whole string, because
// "five" is also a number.
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

// nameIn is what a composite literal has for its field Name, "" if that is no
// string.
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

// flag is one of a command, in a sentence.
var flag = regexp.MustCompile(`(^|[^-\w])--[a-z]`)

// commandWords looks for commands and flags of the command line in the strings of
// the layers below it: they send codes and data, which the front end puts into
// words (PROTOCOL §7.4).
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
