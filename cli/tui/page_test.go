package tui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fives/cli/say"
	"fives/cli/screentest"
)

// pictured are the screens of SCREENS.md, each with what it is about.
func pictured() (list [][2]string) {
	list = append(list,
		[2]string{"trick-taken", "A trick just taken: it stays until the next lead, and the line above says who took it and what it was worth"},
		[2]string{"wild-meld", "A meld with wild cards: the sign `*` marks them, and `=5★` below is what one of them stands for"},
		[2]string{"handover-80x24", "Somebody would like a seat: who, whose, with what and when, in the line below the facts, and the key that agrees"},
		[2]string{"lobby-alone-80x24", "The lobby, ten seconds alone: why that may be, and the own address to type elsewhere"},
		[2]string{"five-40x16", "40 columns and 16 lines, the smallest screen on which it can all be done"},
		[2]string{"five-200x50", "200 columns and 50 lines: larger cards, the scores hand by hand and the story beside the table"})
	for _, game := range itemised {
		list = append(list, [2]string{"settled-" + game, say.Title(game) + ": the settlement of a hand, with the rule for each item"})
	}
	return list
}

// TestScreensPage: SCREENS.md shows what the golden screens are now.
func TestScreensPage(t *testing.T) {
	const path = "SCREENS.md"
	var page bytes.Buffer
	page.WriteString("# Screens\n\nWhat the full-screen program looks like, without its colours. A test keeps this page as the program draws it.\n")
	for _, s := range pictured() {
		screen, err := os.ReadFile(filepath.Join("testdata", s[0]+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "\n## %s\n\n```\n%s```\n", s[1], screen)
	}
	if *screentest.Update {
		if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if b, err := os.ReadFile(path); err != nil || !bytes.Equal(b, page.Bytes()) {
		t.Errorf("%s is not as the screens are (-update writes it anew): %v", path, err)
	}
}
