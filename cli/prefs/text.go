package prefs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A text is the lines of a file.
type text []line

// A line is a line of the file: as it stands there, and as it was read.
type line struct {
	whole    string // with its end
	key      string // "" for a comment or an empty line
	value    string
	from, to int   // where the value stands
	wrong    error // why the line means nothing
}

// preamble is how a new file begins.
const preamble = "# Preferences of fives, a line each: KEY = VALUE. What follows a # is a comment.\n" +
	"# fives config lists the keys, what they mean and what they may be.\n\n"

func parse(s string) (t text) {
	for whole := range strings.Lines(s) {
		t = append(t, parseLine(whole))
	}
	return t
}

var errNoSetting = errors.New("a line is KEY = VALUE, or a comment that begins with #")

func parseLine(whole string) line {
	l := line{whole: whole}
	if text := strings.TrimSpace(whole); text == "" || strings.HasPrefix(text, "#") {
		return l
	}
	before, after, ok := strings.Cut(whole, "=")
	key := strings.TrimSpace(before)
	if !ok || key == "" || strings.ContainsFunc(key, unicode.IsSpace) {
		l.wrong = errNoSetting
		return l
	}
	l.key, l.from = key, len(before)+1+len(after)-len(strings.TrimLeft(after, " \t"))
	l.value, l.to, l.wrong = parseValue(whole, l.from)
	return l
}

// parseValue reads the value that begins at from, and finds its end.
func parseValue(whole string, from int) (value string, to int, wrong error) {
	rest := whole[from:]
	if quoted, err := strconv.QuotedPrefix(rest); err == nil && rest[0] == '"' {
		value, _ = strconv.Unquote(quoted)
		if more := strings.TrimSpace(rest[len(quoted):]); more != "" && more[0] != '#' {
			return "", 0, fmt.Errorf("%q stands behind the quotation marks", more)
		}
		return value, from + len(quoted), nil
	}
	if strings.HasPrefix(rest, `"`) {
		return "", 0, errors.New("the quotation marks do not close")
	}
	end := len(rest)
	for i, r := range rest {
		if r == '#' && (i == 0 || unicode.IsSpace(rune(rest[i-1]))) {
			end = i
			break
		}
	}
	value = strings.TrimSpace(rest[:end])
	return value, from + len(value), nil
}

// encodeValue writes a value as it stands in a file.
func encodeValue(value string) string {
	l := parseLine("key = " + value)
	if l.wrong != nil || l.value != value || strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(value)
	}
	return value
}

// prefs returns what the lines say.
func (t text) prefs() (Prefs, error) {
	p, seen := Default(), map[string]int{}
	for i, l := range t {
		if l.wrong != nil {
			return Default(), &LineError{Line: i + 1, Err: l.wrong}
		}
		if l.key == "" {
			continue
		}
		if before := seen[l.key]; before > 0 {
			return Default(), &LineError{Line: i + 1, Err: fmt.Errorf("%s is set in line %d already", l.key, before)}
		}
		seen[l.key] = i + 1
		next, err := p.With(l.key, l.value)
		var bad *ValueError
		switch {
		case errors.As(err, &bad) && bad.Unknown:
			p.Unknown = append(p.Unknown, Unknown{Line: i + 1, Key: l.key})
		case err != nil:
			return Default(), &LineError{Line: i + 1, Err: err}
		default:
			p = next
		}
	}
	return p, nil
}

// with returns the text with a key set: on its old line, or else on a new one.
func (t text) with(key, value string) text {
	if len(t) == 0 {
		t = parse(preamble)
	}
	t = slices.Clone(t)
	i := slices.IndexFunc(t, func(l line) bool { return l.key == key })
	if i >= 0 {
		l := t[i]
		t[i] = parseLine(l.whole[:l.from] + encodeValue(value) + l.whole[l.to:])
		return t
	}
	if last := len(t) - 1; !strings.HasSuffix(t[last].whole, "\n") {
		t[last] = parseLine(t[last].whole + "\n")
	}
	return append(t, parseLine(key+" = "+encodeValue(value)+"\n"))
}

// without returns the text without the line of a key.
func (t text) without(key string) text {
	return slices.DeleteFunc(slices.Clone(t), func(l line) bool { return l.key == key })
}

func (t text) String() string {
	var b strings.Builder
	for _, l := range t {
		b.WriteString(l.whole)
	}
	return b.String()
}
