package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
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
