package qr

import (
	"errors"
	"fmt"
	"strings"

	"rsc.io/qr/coding"

	"fives/cli/draw"
)

// The width of the light border in modules: as the standard wants it, and the least that
// cameras accept, for where there is no room.
const (
	Wide   = 4
	Narrow = 2
)

// A Code is a square of dark and light modules.
type Code struct {
	code   *coding.Code
	border int
}

// New makes the code of a text, as small as it can be. A screen has no scratches, so the code
// corrects few errors. border is [Wide] or [Narrow].
func New(text string, border int) (*Code, error) {
	version, err := versionFor(coding.String(text))
	if err != nil {
		return nil, err
	}
	best, least := (*coding.Code)(nil), 0
	for mask := range coding.Mask(8) {
		plan, err := coding.NewPlan(version, coding.L, mask)
		if err != nil {
			return nil, fmt.Errorf("qr: %w", err)
		}
		c, err := plan.Encode(coding.String(text))
		if err != nil {
			return nil, fmt.Errorf("qr: %w", err)
		}
		if p := penalty(c.Size, c.Black); best == nil || p < least {
			best, least = c, p
		}
	}
	return &Code{best, border}, nil
}

func versionFor(text coding.String) (coding.Version, error) {
	for v := coding.Version(coding.MinVersion); v <= coding.MaxVersion; v++ {
		if text.Bits(v) <= v.DataBytes(coding.L)*8 {
			return v, nil
		}
	}
	return 0, errors.New("qr: the text is too long")
}

// Size returns the length of a side in modules, including the border.
func (c *Code) Size() int { return c.code.Size + 2*c.border }

// Dark reports whether a module is dark. The border counts as part of the code.
func (c *Code) Dark(x, y int) bool { return c.code.Black(x-c.border, y-c.border) }

// Measure returns how many columns and rows a drawing takes.
func (c *Code) Measure(s draw.Style) (columns, rows int) {
	if s.ASCII {
		return 2 * c.Size(), c.Size()
	}
	return c.Size(), (c.Size() + 1) / 2
}

// Black on white, and back, in colours that are the same in every terminal with 256 of them.
const (
	paper  = "\x1b[38;5;16;48;5;231m"
	ink    = "\x1b[38;5;231;48;5;16m"
	normal = "\x1b[0m"
)

// Lines draws the code. Two modules, one above the other, are one character; with letters only,
// one module is two.
func (c *Code) Lines(s draw.Style) []string {
	if s.ASCII {
		return c.letters(s.Colour)
	}
	// By whether the upper and the lower module are painted.
	blocks := map[[2]bool]string{{true, true}: "█", {true, false}: "▀", {false, true}: "▄", {false, false}: " "}
	var lines []string
	for y := 0; y < c.Size(); y += 2 {
		var line strings.Builder
		for x := range c.Size() {
			upper, lower := c.Dark(x, y), y+1 < c.Size() && c.Dark(x, y+1)
			if !s.Colour { // the light modules are painted
				upper, lower = !upper, !lower && y+1 < c.Size()
			}
			line.WriteString(blocks[[2]bool{upper, lower}])
		}
		lines = append(lines, dress(line.String(), s.Colour))
	}
	return lines
}

func dress(line string, colour bool) string {
	if !colour {
		return line
	}
	return paper + line + normal
}

func (c *Code) letters(colour bool) []string {
	dark, light := "  ", "##"
	if colour {
		dark, light = ink+"  ", paper+"  "
	}
	var lines []string
	for y := range c.Size() {
		var line strings.Builder
		for x := range c.Size() {
			if c.Dark(x, y) {
				line.WriteString(dark)
			} else {
				line.WriteString(light)
			}
		}
		if colour {
			line.WriteString(normal)
		}
		lines = append(lines, line.String())
	}
	return lines
}
