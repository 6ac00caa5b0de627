package record_test

import (
	"strings"
	"testing"

	"fives/engine/record"
)

func TestShowName(t *testing.T) {
	for name, want := range map[string]string{
		"ana": "ana", "Zoë": "Zoë", "王芳": "王芳", "O'Neil": "O'Neil", "ana~2": "ana~2", "नमस्ते": "नमस्ते",
		"ana (you)": `"ana (you)"`, "it is your turn": `"it is your turn"`, "Ana Maria": `"Ana Maria"`,
		"you": `"you"`, "Nobody": `"Nobody"`, `ben" (you) "`: `"ben' (you) '"`, "ben” won": `"ben' won"`,
		"ana:": `"ana:"`, "ana,ben": `"ana,ben"`, "▸": `"▸"`, "": `""`,
	} {
		if got := record.ShowName(name); got != want {
			t.Errorf("%q is shown as %s, want %s", name, got, want)
		}
	}
}

func TestNamesAlike(t *testing.T) {
	for _, names := range []string{
		"ana|аna|anа|Ana|ANA|àna|a.n.a|ａｎａ", "ben|bеn|βen|Веn|BEN", "Alice|AIice|A1ice|Аlісе", "bob|b0b|воb|Bοb", "Marnie|Mamie", "ida|IDA|lda",
		"Hanna|Ηanna|Нanna|HANNA",
	} {
		list := strings.Split(names, "|")
		for _, name := range list[1:] {
			if !record.NamesAlike(list[0], name) {
				t.Errorf("%s and %+q are not alike: %q, %q", list[0], name, record.NameSkeleton(list[0]), record.NameSkeleton(name))
			}
		}
	}
	for _, names := range [][2]string{{"ana", "anna"}, {"ben", "bea"}, {"王芳", "王方"}, {"❤", "★"}, {"ana", "ana2"}} {
		if record.NamesAlike(names[0], names[1]) {
			t.Errorf("%s and %s are alike", names[0], names[1])
		}
	}
}

// A shown name has no quotation marks but the program's.
func FuzzShowName(f *testing.F) {
	f.Add(`ana" (you)`)
	f.Fuzz(func(t *testing.T, s string) {
		got := record.ShowName(s)
		if n := strings.Count(got, `"`); n != 0 && (n != 2 || got[0] != '"' || got[len(got)-1] != '"') {
			t.Errorf("%q is shown as %s", s, got)
		}
		if record.NamesAlike(s, s) != true {
			t.Errorf("%q is not like itself", s)
		}
	})
}
