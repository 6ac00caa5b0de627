package record

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// standIns are words that the program uses in place of a name.
var standIns = []string{"you", "yours", "nobody", "somebody", "everybody"}

// ShowName writes a name as it stands in sentences and lists. It is put in quotation marks
// if it could be taken for the program's words or marks: if it has characters other
// than letters, digits and - _ . ' ~, or is a word that the program uses in place of a
// name. Quotation marks in the name become apostrophes.
func ShowName(name string) string {
	odd := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune("-_.'~", r)
	}
	if name != "" && !strings.ContainsFunc(name, odd) && !slices.Contains(standIns, strings.ToLower(name)) {
		return name
	}
	return `"` + strings.Map(unquoted, name) + `"`
}

// ShowNames applies [ShowName] to each name of a list.
func ShowNames(names []string) []string {
	shown := make([]string, len(names))
	for i, n := range names {
		shown[i] = ShowName(n)
	}
	return shown
}

// unquoted turns characters that look like quotation marks into apostrophes.
func unquoted(r rune) rune {
	if unicode.In(r, unicode.Pi, unicode.Pf) || strings.ContainsRune("\"„‟〝〞〟＂ˮ״″‶❝❞〃", r) {
		return '\''
	}
	return r
}

// NamesAlike reports whether two names are easily mistaken for each other.
func NamesAlike(a, b string) bool { return NameSkeleton(a) == NameSkeleton(b) }

// NameSkeleton returns the same for names that are easily mistaken for each other: names
// that differ only in case, accents, spaces or punctuation, or in digits and letters of
// other scripts that look like Latin letters. The idea is that of Unicode TR39; the table
// is short and has only scripts with letters like Latin ones. It is for warnings only,
// never for signed data.
func NameSkeleton(name string) string {
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

// latin returns the Latin letter that a digit or a letter of another script looks like, or
// the letter itself if there is none. Letters that look alike in many typefaces, such as I
// and l, count as one.
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
