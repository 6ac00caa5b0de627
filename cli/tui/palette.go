package tui

import (
	"strings"

	"charm.land/lipgloss/v2"

	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
)

// A palette says how things look in the player's terminal. Nothing is told by colour alone:
// each state also has a sign.
type palette struct {
	ascii bool
	// letters is whether the terminal gets nothing but ASCII, whatever the player prefers;
	// braille is whether cards are in braille.
	letters, braille bool

	ground draw.Ground
	few    bool         // the terminal has 16 colours, which look different in each
	two    bool         // colours of suits, instead of four
	marks  []rules.Mark // of the cards

	plain  lipgloss.Style
	strong lipgloss.Style // what to look at first
	weak   lipgloss.Style // what can wait
	accent lipgloss.Style // what is under the cursor, or chosen
	warn   lipgloss.Style // what must not be missed
	good   lipgloss.Style // what went well; one's own turn
	bar    lipgloss.Style // the title
	alarm  lipgloss.Style // a banner
	felt   lipgloss.Style // the edge of the table
	suits  map[card.Suit]lipgloss.Style
}

// newPalette picks colours for a ground, and for two or four colours of suits. Stars have a colour of
// their own either way. On an unknown ground all is in the terminal's own colours, as they are or
// in reverse.
func newPalette(ascii bool, ground draw.Ground, two bool) palette {
	plain := lipgloss.NewStyle()
	strong := plain.Bold(true)
	ink := func(light, dark string) lipgloss.Style {
		switch ground {
		case draw.Dark:
			return plain.Foreground(lipgloss.Color(dark))
		case draw.Light:
			return plain.Foreground(lipgloss.Color(light))
		}
		return plain
	}
	p := palette{
		ascii:  ascii,
		ground: ground,
		two:    two,
		plain:  plain,
		strong: strong,
		weak:   plain.Faint(true),
		accent: ink("#0057b8", "#5fd7ff").Bold(true),
		warn:   ink("#b00020", "#ff8787").Bold(true),
		good:   ink("#1b6e20", "#87d787").Bold(true),
		bar:    strong.Foreground(lipgloss.Color("#ffffff")).Background(lipgloss.Color("#1f5f3f")),
		alarm:  strong.Reverse(true),
		felt:   ink("#1f5f3f", "#3f9f6f"),
		suits: map[card.Suit]lipgloss.Style{
			card.Plain:    ink("#5b2a86", "#d7afff").Bold(true),
			card.Clubs:    ink("#1b6e20", "#87d787").Bold(true),
			card.Diamonds: ink("#0057b8", "#87afff").Bold(true),
			card.Hearts:   ink("#c00020", "#ff6b6b").Bold(true),
			card.Spades:   strong,
			card.Stars:    ink("#8a6100", "#ffd75f").Bold(true),
		},
	}
	if ground == draw.Unknown {
		p.accent, p.bar = p.alarm, p.alarm
	}
	if two {
		p.suits[card.Clubs], p.suits[card.Diamonds] = p.suits[card.Spades], p.suits[card.Hearts]
	}
	return p
}

// paletteFor returns the palette of a terminal, as the player prefers it.
func paletteFor(letters bool, ground draw.Ground, few bool, taste prefs.Prefs) palette {
	ascii, braille := taste.Written(letters)
	p := newPalette(ascii, palette{ground: ground, few: few}.hues(), taste.TwoColours)
	p.letters, p.braille, p.ground, p.few = letters, braille, ground, few
	return p
}

// tone is the look of what is told in a tone.
func (p palette) tone(t shown.Tone) lipgloss.Style {
	return [...]lipgloss.Style{shown.Calm: p.weak, shown.Told: p.plain, shown.Good: p.strong, shown.Bad: p.warn}[t]
}

// banner is the look of the line that says what is wrong, in a tone.
func (p palette) banner(t shown.Tone) lipgloss.Style {
	switch t {
	case shown.Calm:
		return p.plain
	case shown.Bad:
		return p.warn.Reverse(true)
	}
	return p.alarm
}

// hues returns the ground for which there are hues. What 16 colours look like is up to the terminal,
// so there are none of them.
func (p palette) hues() draw.Ground {
	if p.few {
		return draw.Unknown
	}
	return p.ground
}

// pick returns the sign, or in ASCII what stands for it.
func (p palette) pick(sign, ascii string) string {
	if p.ascii {
		return ascii
	}
	return sign
}

// suit returns the sign of a card's suit.
func (p palette) suit(c card.Card) string {
	if p.braille {
		_, suit := say.Braille(c)
		return suit
	}
	return p.pick(say.Suits[c.Suit], c.Suit.Letter())
}

// rank returns what stands in the corner of a card.
func (p palette) rank(c card.Card) string {
	if p.braille {
		rank, _ := say.Braille(c)
		return rank
	}
	return say.Rank(c)
}

// marked returns the palette for cards with these marks.
func (p palette) marked(marks []rules.Mark) palette {
	p.marks = marks
	return p
}

// sign returns the mark of a card.
func (p palette) sign(c card.Card) string { return rules.MarkOf(p.marks, c).Sign }

// name writes a card in a line of text, with its mark.
func (p palette) name(c card.Card) string { return p.bare(c) + p.strong.Render(p.sign(c)) }

// group writes a group in a line of text, and what its wild cards stand for.
func (p palette) group(g rules.Group) string {
	texts := make([]string, len(g.Cards))
	for i, c := range g.Cards {
		texts[i] = p.name(c)
		if i < len(g.For) && g.For[i].Known() {
			texts[i] += p.weak.Render("=") + p.bare(g.For[i])
		}
	}
	return strings.Join(texts, " ")
}

func (p palette) bare(c card.Card) string {
	if !c.Known() {
		return p.weak.Render(p.pick("▒", "?"))
	}
	return p.suits[c.Suit].Render(p.rank(c) + p.suit(c))
}

// A pen draws score sheets ([draw.Pen]).
type pen struct{ palette }

func (p pen) Card(c card.Card) string   { return p.name(c) }
func (p pen) Strong(text string) string { return p.strong.Render(text) }
func (p pen) Weak(text string) string   { return p.weak.Render(text) }

// names writes cards in a line of text.
func (p palette) names(cards []card.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = p.name(c)
	}
	return strings.Join(texts, " ")
}

// says writes a sentence with its cards drawn.
func (p palette) says(s card.Sentence) string { return draw.Says(pen{p}, s) }

// move writes a move in its notation, with its cards drawn.
func (p palette) move(text string) string { return draw.Move(pen{p}, text) }

// rule draws a line across.
func (p palette) rule(w int) string {
	return p.weak.Render(strings.Repeat(p.pick("─", "-"), max(0, w)))
}

// pointer marks the row under the cursor.
func (p palette) pointer(on bool) string {
	if on {
		return p.accent.Render(p.pick("▸ ", "> "))
	}
	return "  "
}

// plainly turns signs of a fixed text into ASCII if the terminal needs that.
func (p palette) plainly(s string) string {
	if !p.ascii {
		return s
	}
	return strings.NewReplacer("·", "-", "…", "...", "–", "-", "—", "-", "←→", "left/right", "↑↓", "up/down", "▸", ">").Replace(s)
}
