package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

// shown returns the screen of a terminal that was sent some bytes.
func shown(t *testing.T, sent string) screen {
	t.Helper()
	x := &terminal{vt: vt.NewEmulator(columns, rows)}
	if _, err := x.vt.Write([]byte(sent)); err != nil {
		t.Fatal(err)
	}
	return x.screen()
}

// The picture has what a terminal shows, in its colours, as XML that nothing on the screen can
// break.
func TestAnimate(t *testing.T) {
	picture := animate([]frame{
		{shown(t, "\x1b[31m<script>&\x1b[0m \x1b[1mbold\x1b[0m"), time.Second},
		{shown(t, "\x1b[48;5;22m7♥\x1b[0m \x1b[7;32mnow\x1b[0m\r\n\x1b[1m漢字\x1b[0m|"), 3 * time.Second},
	})
	d := xml.NewDecoder(bytes.NewReader(picture))
	var text []string
	groups := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "g" {
				groups++
			}
		case xml.CharData:
			text = append(text, string(e))
		}
	}
	all := strings.Join(text, "|")
	for _, want := range []string{"<script>&", "bold", "7♥", "25.00%{visibility:visible}"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in %s", want, all)
		}
	}
	for _, want := range []string{`fill:#d75f5f`, `class="b"`, `fill="#005f00"`, `fill="#87af5f"/>`, `style="fill:#16181d">now`, `textLength="33.6" class="b">漢字`} {
		if !bytes.Contains(picture, []byte(want)) {
			t.Errorf("%s is missing", want)
		}
	}
	if groups != 2 {
		t.Errorf("%d screens, not 2", groups)
	}
}

// The pictures of golden screens show what these are now.
func TestGoldens(t *testing.T) {
	into := t.TempDir()
	if err := goldens(filepath.Join("..", "..", "cli", "tui", "testdata"), into); err != nil {
		t.Fatal(err)
	}
	kept, now := os.DirFS("screens"), os.DirFS(into)
	names, err := fs.Glob(now, "*.svg")
	if err != nil || len(names) < len(golden) {
		t.Fatal(names, err)
	}
	for _, name := range names {
		want, err := fs.ReadFile(now, name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(kept, name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the picture %s is another one (make pictures): %v", name, err)
		}
		if err := xml.Unmarshal(want, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
