package nickname

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// standIns are words that stand in the place of a name in what the program says.
var standIns = []string{"you", "yours", "nobody", "somebody", "everybody"}

// Shown is a name as it stands in sentences and lists. One that could be taken
// for words or marks of the program, because there is more in it than letters,
// digits and - _ . ' ~, or because the program says the word itself, is put in
// quotation marks; no name has quotation marks of its own there. What the program
// says of somebody stands outside them.
func Shown(name string) string {
	odd := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.'~", r)
	}
	if name != "" && !strings.ContainsFunc(name, odd) && !slices.Contains(standIns, strings.ToLower(name)) {
		return name
	}
	return `"` + strings.Map(unquoted, name) + `"`
}

// ShownAll is [Shown] for each name of a list.
func ShownAll(names []string) []string {
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = Shown(n)
	}
	return shown
}

// unquoted turns what looks like a quotation mark into an apostrophe.
func unquoted(r rune) rune {
	if unicode.In(r, unicode.Pi, unicode.Pf) || strings.ContainsRune("\"„‟〝〞〟＂ˮ״″‶❝❞〃", r) {
		return '\''
	}
	return r
}

// Alike reports whether two names are easily taken for each other.
func Alike(a, b string) bool { return Skeleton(a) == Skeleton(b) }

// Skeleton is the same for names that are easily taken for each other: those
// that differ in case, accents, spaces or punctuation only, or in letters of
// other scripts and digits that look like Latin letters. The idea is that of
// Unicode TR39; the table is a short one, of the scripts whose letters are drawn
// like Latin ones. It is for warnings only, never for what is signed.
func Skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.In(r, unicode.L, unicode.N) {
			b.WriteRune(latin(unicode.ToLower(latin(r))))
		}
	}
	if b.Len() == 0 {
		return name
	}
	return strings.NewReplacer("rn", "m", "vv", "w").Replace(b.String())
}

// latin is the letter that one of another script, or a digit, looks like; i and
// l are one, as I is l in many typefaces.
func latin(r rune) rune {
	if l, ok := looksLike[r]; ok {
		return l
	}
	return r
}

var looksLike = pairs(
	// Latin and digits
	"0o1lilıl|lɑaɡgɩlʋvøołlđdħhƅb" +
		// Cyrillic, capitals whose small letter looks different first
		"ВbНhТtМmКkаaеeоoрpсcуyхxіlјjѕsһhԁdԛqԝwӏlӀlѵvԍgьbвbкkмmтtнhєeґrгrпnиu" +
		// Greek, likewise
		"ΒbΗhΝnΡpΥyΧxΜmΚkΤtΖzαaβbγyεeηnιlκkνvοoρpτtυuχxωwμuσo" +
		// Armenian
		"օoոnսuհhցgզqյjլl",
)

func pairs(s string) map[rune]rune {
	m := map[rune]rune{}
	list := []rune(s)
	for i := 0; i < len(list); i += 2 {
		m[list[i]] = list[i+1]
	}
	return m
}
