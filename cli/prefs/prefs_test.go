package prefs

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"fives/engine/games"
)

// fileWith is a file in a new home that has not been used yet.
func fileWith(t *testing.T, content string) File {
	t.Helper()
	f := At(filepath.Join(t.TempDir(), "home"))
	if content != "" {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func (f File) content(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(f.Path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

func TestWithoutAFile(t *testing.T) {
	f := fileWith(t, "")
	p, err := f.Read()
	if err != nil || p.Pace != 600*time.Millisecond || p.Silent || p.TwoColours || p.Cards != "" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := f.Reset("bell"); err != nil || f.content(t) != "" {
		t.Errorf("%v: %q", err, f.content(t))
	}
}

const byHand = `{ "bell":"off",
  "colours": "two",

  "future": {"deep": 7},
  "sort.five": "suit",
  "mute.6668-7aad-f862-bd77-6c8f": "ben #1"}`

func TestReadByHand(t *testing.T) {
	p, err := fileWith(t, byHand).Read()
	if err != nil {
		t.Fatal(err)
	}
	if !p.Silent || !p.TwoColours || p.Sort["five"] != "by suit" || p.Muted["6668-7aad-f862-bd77-6c8f"] != "ben #1" {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Unknown, []Unknown{{4, "future"}}) {
		t.Errorf("unknown: %v", p.Unknown)
	}
}

// A change touches its own key only.
func TestSetKeepsTheRest(t *testing.T) {
	f := fileWith(t, byHand)
	for _, c := range [][2]string{{"bell", "on"}, {"pace", "1500ms"}, {"sort.five", "rank"}, {"mute.6668-7aad-f862-bd77-6c8f", "ben"}} {
		if _, err := f.Set(c[0], c[1]); err != nil {
			t.Fatal(err)
		}
	}
	const want = `{
  "bell": "on",
  "colours": "two",
  "future": {"deep": 7},
  "sort.five": "by rank",
  "mute.6668-7aad-f862-bd77-6c8f": "ben",
  "pace": "1.5s"
}
`
	if got := f.content(t); got != want {
		t.Errorf("the file is\n%s\nnot\n%s", got, want)
	}
	p, err := f.Reset("mute.6668-7aad-f862-bd77-6c8f")
	if err != nil || len(p.Muted) != 0 || strings.Contains(f.content(t), "ben") || !strings.Contains(f.content(t), `"future": {"deep": 7}`) {
		t.Errorf("%+v, %v\n%s", p, err, f.content(t))
	}
}

func TestNewFile(t *testing.T) {
	f := fileWith(t, "")
	p, err := f.Set("cards", "large")
	if err != nil || p.Cards != Large {
		t.Fatalf("%+v, %v", p, err)
	}
	if got := f.content(t); got != "{\n  \"cards\": \"large\"\n}\n" {
		t.Errorf("%q", got)
	}
}

// A mistake is named with its line, nothing in the file counts, and the file stays as it is.
func TestWrongLines(t *testing.T) {
	one := func(key, value string) string { return "{\"" + key + "\": \"" + value + "\"}" }
	for content, want := range map[string]string{
		"{\"bell\": \"off\",\n\"bell\": \"maybe\"}": "line 2: bell is set in line 1 already",
		"{\n\n\"bell\": \"maybe\"}\n":               `line 3: bell is on or off, not "maybe"`,
		"bell off":                                  `line 1: the file is {"KEY": "VALUE", …}`,
		"[]":                                        `line 1: the file is {"KEY": "VALUE", …}`,
		"\n\n{\"bell\"\n":                           "line 3: the file is",
		"{} {}":                                     "line 1: the file is",
		"{\"bell\": \"off\"":                        "line 1: the file is",
		"{\"bell\": true}":                          "line 1: bell is a text in quotation marks",
		"{\"bell\": null}":                          `line 1: bell is on or off, not ""`,
		one("bell", ""):                             `line 1: bell is on or off, not ""`,
		one("pace", "5"):                            "line 1: pace is a time up to 1m0s",
		one("pace", "-1s"):                          "line 1: pace is a time up to 1m0s",
		one("pace", "2h"):                           "line 1: pace is a time up to 1m0s",
		one("cards", "tiny"):                        "line 1: cards is auto, small, large or huge",
		one("colours", "3"):                         "line 1: colours is four or two",
		one("sort.five", "by magic"):                `line 1: sort.five: a hand cannot be sorted by "by magic"`,
		one("mute.ben", "ben"):                      `line 1: "ben" is no fingerprint`,
		one("mute.6668-7aad-f862-bd77-6c8f", ""):    "needs a name",
		"{}" + strings.Repeat(" ", 1<<19):           "is longer than 256 KiB",
	} {
		f := fileWith(t, content)
		for name, do := range map[string]func() (Prefs, error){
			"read":  f.Read,
			"set":   func() (Prefs, error) { return f.Set("colours", "two") },
			"reset": func() (Prefs, error) { return f.Reset("bell") },
		} {
			p, err := do()
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), f.Path) || p.Silent || p.TwoColours {
				t.Errorf("%s of %.40q: %+v, %v", name, content, p, err)
			}
		}
		if f.content(t) != content {
			t.Errorf("%.40q was changed to %.40q", content, f.content(t))
		}
	}
}

// An impossible value is refused before anything is written.
func TestWrongSet(t *testing.T) {
	f := fileWith(t, byHand)
	for _, c := range [][2]string{{"bell", "maybe"}, {"no-such", "1"}, {"sort.chess", "by rank"}, {"mute.x", "y"}} {
		_, err := f.Set(c[0], c[1])
		var wrong *ValueError
		if !errors.As(err, &wrong) || wrong.Hint == "" || f.content(t) != byHand {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// Every value that is offered can be set, and is read as it was set.
func TestEveryValue(t *testing.T) {
	f := fileWith(t, "")
	all := Default().Settings()
	for _, rs := range games.All() {
		if len(Orders(rs)) < 2 {
			t.Errorf("%s has the orders %q", rs.Name, Orders(rs))
		}
		if !slices.ContainsFunc(all, func(s Setting) bool { return s.Key == SortKey(rs.Name) }) {
			t.Errorf("the hand cannot be sorted at %s", rs.Name)
		}
	}
	for _, s := range all {
		if s.Value != s.Default || s.Given || s.Meaning == "" || !slices.Contains(s.Values, s.Default) {
			t.Errorf("without a file: %+v", s)
		}
		for _, v := range s.Values {
			p, err := f.Set(s.Key, v)
			now, _ := p.Setting(s.Key)
			if err != nil || now.Value != v || !now.Given {
				t.Errorf("%s = %s: %+v, %v", s.Key, v, now, err)
			}
		}
		if p, err := f.Reset(s.Key); err != nil || p.Pace != Default().Pace {
			t.Errorf("%s: %v", s.Key, err)
		} else if now, _ := p.Setting(s.Key); now.Value != s.Default || now.Given {
			t.Errorf("%s: %+v", s.Key, now)
		}
	}
}

// Preferences that are not saved change in the same way.
func TestWithAndWithout(t *testing.T) {
	const key = "mute.6668-7aad-f862-bd77-6c8f"
	before := Default()
	p, err := before.With(key, "ben")
	if err != nil || p.Muted["6668-7aad-f862-bd77-6c8f"] != "ben" || len(before.Muted) != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	q, err := p.Without(key)
	if err != nil || len(q.Muted) != 0 || len(p.Muted) != 1 {
		t.Errorf("%+v, %v", q, err)
	}
}

// Any name is read as it was written, and what a program does not know stays.
func TestAnyNameAndAnyFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringN(1, 40, -1).Draw(t, "name")
		key := rapid.StringN(1, 10, -1).Draw(t, "key")
		before := text{{key: key, value: []byte(`{"a":[1,"}"]}`)}}.with("bell", "off").with(MuteKey("6668-7aad-f862-bd77-6c8f"), name)
		after, err := parse([]byte(before.String()))
		if err != nil || after.String() != before.String() {
			t.Fatalf("%q becomes %q: %v", before.String(), after.String(), err)
		}
		if key == "bell" {
			return
		}
		if p, err := after.prefs(); err != nil || !p.Silent || p.Muted["6668-7aad-f862-bd77-6c8f"] != name && utf8.ValidString(name) {
			t.Fatalf("%q: %+v, %v", before.String(), p, err)
		}
	})
}

// FuzzParse: no file panics, and one that is read is read again as it is written.
func FuzzParse(f *testing.F) {
	f.Add(byHand)
	f.Fuzz(func(t *testing.T, content string) {
		one, err := parse([]byte(content))
		if err != nil {
			return
		}
		if two, err := parse([]byte(one.String())); err != nil || two.String() != one.String() {
			t.Errorf("%q becomes %q: %v", content, two.String(), err)
		}
	})
}
