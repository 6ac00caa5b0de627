package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
)

// A form has fields to be filled in. It lies over the screen until it is left: that of a new table over
// all of it, that of the preferences in a box.
type form struct {
	kind   formKind
	fields shown.Form
	cursor int
	typing bool     // the text under the cursor is being typed; what comes is added to it
	wrong  string   // what was wrong with the last try
	also   []string // what else there is to know
}

type formKind int

const (
	noForm formKind = iota
	newTable
	preferences
)

// newForm proposes a table, see [shown.NewForm]. cover says whether the last table of the
// player was covered.
func newForm(here int, cover bool) form {
	f := form{kind: newTable, fields: shown.NewForm(0, here)}
	f.fields.Covering(cover)
	return f
}

// covers reports whether the others go on if somebody's device is away.
func (f form) covers() bool { return f.fields.Field(shown.FieldCover).At == 1 }

// moved moves the cursor.
func (f form) moved(by int) form {
	f.cursor = (f.cursor + by + len(f.fields)) % len(f.fields)
	f.typing = false
	return f
}

// turned changes the choice under the cursor, or counts a number up or down.
func (f form) turned(by, here int) form {
	x := f.fields[f.cursor]
	f.fields = slices.Clone(f.fields)
	f.wrong = ""
	if x = x.Turned(by); x.Name == shown.FieldGame && x.Option == nil {
		cover := f.covers()
		f.fields = shown.NewForm(x.At, here)
		f.fields.Covering(cover)
		return f
	}
	f.fields[f.cursor] = x
	f.fields.Balance()
	return f
}

// typed adds to the text under the cursor, or deletes its last character. The first character
// replaces what was there.
func (f form) typed(s string, back bool) form {
	x := f.fields[f.cursor]
	if x.Choices != nil {
		return f
	}
	f.fields = slices.Clone(f.fields)
	f.wrong = ""
	if !back && !f.typing && s != "," {
		x.Typed = ""
	}
	f.typing = true
	switch {
	case back && x.Typed == "":
	case back:
		x.Typed = x.Typed[:len(x.Typed)-1]
	case len(x.Typed) < 60:
		x.Typed += strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r == ',' || r == '-' {
				return r
			}
			return -1
		}, s)
	}
	f.fields[f.cursor] = x
	return f
}

// draw lays out the screen.
func (f form) draw(s scene) block {
	p := s.p
	title := p.bar.Render(p.ends(" fives"+p.plainly(" · ")+"open a table", "", s.w))
	about := wrap(f.fields[f.cursor].Meaning, s.w-2)
	below := 1 + max(3, len(about))
	h := max(1, s.h-2-below-2)
	var b block
	for i := range f.fields {
		b = above(b, text(f.line(p, i, s.w)).fit(s.w, 0).as("field", i))
	}
	b, _ = b.around(f.cursor, h)
	help := []string{p.rule(s.w)}
	for _, l := range about {
		help = append(help, " "+p.weak.Render(l))
	}
	answer := p.cut(s.noteLine(), s.w)
	if f.wrong != "" {
		answer = p.warn.Render(p.cut(" "+f.wrong, s.w))
	}
	foot := above(text(help...).fit(s.w, below), text(answer), s.keysLine)
	return above(text(title, p.rule(s.w)), b.fit(s.w, h), foot).fit(s.w, s.h)
}

// box draws the form in a box that leaves what is below it to be seen.
func (f form) box(title string, p palette, w, h int, keys block) block {
	about := styled(p.weak.Render, wrap(f.fields[f.cursor].Meaning, min(w-8, 60)))
	if f.wrong != "" {
		about = styled(p.warn.Render, wrap(f.wrong, min(w-8, 60)))
	}
	about = append(append([]string{""}, about...), styled(p.weak.Render, f.also)...)
	column := 0
	for _, x := range f.fields {
		column = max(column, min(ansi.StringWidth(x.Label), 20))
	}
	var b block
	for i, x := range f.fields {
		b = above(b, text(p.field(x, x.Label, i == f.cursor, column)).as("field", i))
	}
	b, _ = b.around(f.cursor, max(1, min(len(f.fields), h-6-len(about))))
	inside := above(b, text(about...), text(""), keys)
	return p.box(title, min(w-6, max(30, inside.width())), inside)
}

func (f form) line(p palette, i, w int) string {
	label, column := labelled(f.fields[i], w)
	return p.cut(p.field(f.fields[i], label, i == f.cursor, column), w)
}

// field draws a field, its label in a column; on means that the cursor is there.
func (p palette) field(x shown.Field, label string, on bool, column int) string {
	style, value := p.plain, x.Value()
	switch {
	case on && x.Choices != nil:
		style = p.accent
		value = p.weak.Render(p.pick("◂ ", "< ")) + style.Render(value) + p.weak.Render(p.pick(" ▸", " >"))
	case on:
		style = p.accent
		value = style.Render(value) + p.accent.Render("_")
	}
	return p.pointer(on) + layout.Pad(style.Render(p.cut(label, column)), column) + "  " + value
}

// labelled returns the label of a field on a screen of width w, and the width of the column of
// labels.
func labelled(x shown.Field, w int) (label string, column int) {
	switch {
	case w >= 60:
		return x.Label, len(say.CoverAsked) // the longest
	case w >= 48:
		column = 20
	default:
		column = 16
	}
	if x.Short != "" {
		return x.Short, column
	}
	return x.Label, column
}
