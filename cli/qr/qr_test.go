package qr_test

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/qr"
)

// A screen is what somebody sees of a terminal: its cells, in its own colours.
type screen struct {
	ink, paper color.Gray // if the program sets none
}

var (
	darkTerminal  = screen{color.Gray{230}, color.Gray{20}}
	lightTerminal = screen{color.Gray{30}, color.Gray{250}}
)

// photograph draws lines in an emulated terminal and takes a picture: a cell is twice as
// high as it is wide.
func (s screen) photograph(t *testing.T, lines []string) image.Image {
	t.Helper()
	width := 0
	for _, l := range lines {
		width = max(width, layout.Width(l))
	}
	w, h := width+6, len(lines)+4
	terminal := vt.NewEmulator(w, h)
	fmt.Fprintf(terminal, "\r\n\r\n   %s", strings.Join(lines, "\r\n   "))
	const module = 4
	img := image.NewGray(image.Rect(0, 0, w*module, 2*h*module))
	for y := range 2 * h {
		for x := range w {
			c := s.half(t, terminal.CellAt(x, y/2), y%2 == 0)
			for i := range module * module {
				img.SetGray(x*module+i%module, y*module+i/module, c)
			}
		}
	}
	return img
}

// half returns the colour of the upper or the lower half of a cell.
func (s screen) half(t *testing.T, c *uv.Cell, upper bool) color.Gray {
	t.Helper()
	ink, paper := s.colour(t, c.Style.Fg, s.ink), s.colour(t, c.Style.Bg, s.paper)
	switch sign := c.Content; {
	case sign == "█", sign == "#", sign == "▀" && upper, sign == "▄" && !upper:
		return ink
	case sign == " ", sign == "▀", sign == "▄":
		return paper
	}
	t.Fatalf("%q in a code", c.Content)
	return paper
}

func (s screen) colour(t *testing.T, c color.Color, own color.Gray) color.Gray {
	t.Helper()
	switch c {
	case nil:
		return own
	case ansi.IndexedColor(16):
		return color.Gray{0}
	case ansi.IndexedColor(231):
		return color.Gray{255}
	}
	t.Fatalf("the colour %v in a code", c)
	return own
}

// read returns what a camera finds in a picture. Phones try it inverted as well.
func read(img image.Image, inverted bool) (string, error) {
	var source gozxing.LuminanceSource = gozxing.NewLuminanceSourceFromImage(img)
	if inverted {
		source = source.Invert()
	}
	bitmap, err := gozxing.NewBinaryBitmap(gozxing.NewHybridBinarizer(source))
	if err != nil {
		return "", err
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}

// TestReadBack takes pictures of the drawing in a terminal, of every kind, and reads the
// text from them.
func TestReadBack(t *testing.T) {
	for _, text := range []string{
		"http://10.0.0.7:45380/",
		"http://192.168.100.200:45380/#t=6927caa1&c=27182818",
		"http://[fd12:3456:789a:1::2222]:45380/#t=6927caa1&c=271828",
	} {
		for _, border := range []int{qr.Wide, qr.Narrow} {
			readBack(t, text, border)
		}
	}
}

func readBack(t *testing.T, text string, border int) {
	t.Helper()
	code, err := qr.New(text, border)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []draw.Style{{Colour: true}, {}, {Colour: true, ASCII: true}, {ASCII: true}} {
		for name, terminal := range map[string]screen{"dark": darkTerminal, "light": lightTerminal} {
			lines := code.Lines(style)
			if w, h := code.Measure(style); layout.Width(lines[0]) != w || len(lines) != h {
				t.Errorf("%+v: %d x %d, said to be %d x %d", style, layout.Width(lines[0]), len(lines), w, h)
			}
			inverted := name == "light" && !style.Colour
			got, err := read(terminal.photograph(t, lines), inverted)
			if err != nil || got != text {
				t.Errorf("%q, %+v, border %d, on a %s terminal: %q, %v", text, style, border, name, got, err)
			}
		}
	}
}

// TestSizes: the code of an address fits a small terminal, with its lines below.
func TestSizes(t *testing.T) {
	for text, want := range map[string]int{
		"http://192.168.100.200:45380/":                       33,
		"http://192.168.100.200:45380/#t=6927caa1&c=27182818": 37,
	} {
		code, err := qr.New(text, qr.Wide)
		if err != nil || code.Size() != want {
			t.Errorf("%q: %d modules (%v), want %d", text, code.Size(), err, want)
		}
	}
	if _, err := qr.New(strings.Repeat("x", 3000), qr.Wide); err == nil {
		t.Error("a text that is too long has a code")
	}
}

// TestPath reads the path of a picture: it is dark where the code is.
func TestPath(t *testing.T) {
	code, err := qr.New("http://192.168.100.200:45380/abcdefghijkl/#t=6927caa1", qr.Wide)
	if err != nil {
		t.Fatal(err)
	}
	dark := map[[2]int]bool{}
	for part := range strings.SplitSeq(strings.TrimSuffix(code.Path(), "z"), "z") {
		var x, y, run, back int
		if n, err := fmt.Sscanf(part, "M%d %dh%dv1h-%d", &x, &y, &run, &back); n != 4 || err != nil || run != back || run < 1 {
			t.Fatalf("%q: %v", part, err)
		}
		for i := range run {
			dark[[2]int{x + i, y}] = true
		}
	}
	for y := range code.Size() {
		for x := range code.Size() {
			if dark[[2]int{x, y}] != code.Dark(x, y) {
				t.Fatalf("at %d, %d", x, y)
			}
		}
	}
}
