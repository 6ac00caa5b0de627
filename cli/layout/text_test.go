package layout

import "testing"

// Text and the full screen measure alike: an emoji of several runes is one sign, and is cut off
// whole.
func TestWidthOfEmoji(t *testing.T) {
	for text, want := range map[string]int{"ana": 3, "中文": 4, "e\u0301": 1, "❤\ufe0f": 2, "👩\u200d👧": 2, "\x1b[31mA♥\x1b[0m": 2} {
		if got := Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
	if got := Fit("👩\u200d👧abc", 3); got != "👩\u200d👧~" {
		t.Errorf("cut to %q", got)
	}
}
