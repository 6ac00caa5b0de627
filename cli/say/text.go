package say

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fives/engine/card"
	"fives/engine/record"
	"fives/p2p/api"
)

// Clean is [api.Clean], for what does not come through the client: names of files, and texts of
// logs.
func Clean(s string) string { return api.Clean(s) }

// Name writes the name of a person in sentences and lists. A name that could be taken for the
// program's own words is in quotation marks.
func Name(s string) string { return record.ShowName(s) }

// Capital writes the first letter of a text in upper case.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Upper writes the first letter of a sentence in upper case.
func Upper(s card.Sentence) card.Sentence {
	if len(s) == 0 {
		return nil
	}
	s = slices.Clone(s)
	s[0].Text = Capital(s[0].Text)
	return s
}

// Full gives a sentence its capital and its full stop, if it lacks them.
func Full(s card.Sentence) card.Sentence {
	if len(s) == 0 {
		return nil
	}
	s = Upper(s)
	if ended(s[len(s)-1].Text) {
		return s
	}
	return s.Text(".")
}

// Sentence gives a text its capital and its full stop, if it lacks them.
func Sentence(s string) string {
	s = Capital(strings.TrimSpace(s))
	if s == "" || ended(s) {
		return s
	}
	return s + "."
}

// ended reports whether a text has the mark that ends a sentence.
func ended(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	return n > 0 && strings.ContainsRune(".?!…", r)
}
