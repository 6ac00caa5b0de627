package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// golden are the golden screens of the full-screen table that get pictures.
var golden = []string{"trick-taken", "wild-meld", "lobby-alone-80x24", "five-40x16", "five-200x50", "settled-*"}

// goldens draws the golden screens of one folder into another.
func goldens(from, into string) error {
	for _, pattern := range golden {
		files, err := filepath.Glob(filepath.Join(from, pattern+".txt"))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(filepath.Base(file), ".txt")
			if err := os.WriteFile(filepath.Join(into, name+".svg"), plain(name, string(text)), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// plain makes a picture of a screen without colours.
func plain(title, text string) []byte {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	widest := 0
	for _, l := range lines {
		widest = max(widest, utf8.RuneCountInString(l))
	}
	var b bytes.Buffer
	begin(&b, title, widest, len(lines))
	ground(&b, widest, len(lines))
	for y, l := range lines {
		if bare := strings.TrimLeft(l, " "); bare != "" {
			n := utf8.RuneCountInString(bare)
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f">%s</text>`+"\n",
				margin+float64(utf8.RuneCountInString(l)-n)*cellWidth, margin+y*cellHeight+13, float64(n)*cellWidth, html.EscapeString(bare))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
