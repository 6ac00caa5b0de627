package main

import (
	"html/template"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reference has for each screen the picture of the reference beside which it stands, and whether
// it is one of the television.
var reference = []struct {
	Screen, Picture string
	Room            bool
}{
	{"landing", "landing", false}, {"naming", "landing", false}, {"looking", "looking", false},
	{"lobby", "lobby", false}, {"lobby-empty", "lobby-empty", false}, {"new", "new", false}, {"waiting", "waiting", false},
	{"five-turn", "five-turn", false}, {"five-chosen", "five-chosen", false}, {"five-hint", "five-hint", false}, {"five-why", "five-why", false}, {"moves", "moves", false}, {"five-wait", "five-wait", false},
	{"menu", "", false}, {"talk", "", false}, {"invite", "", false}, {"look-back", "", false}, {"replay", "", false}, {"learn", "", false}, {"lesson", "", false}, {"you", "", false}, {"seats", "", false}, {"late", "landing", false}, {"report", "", false}, {"result", "result", false}, {"over", "over", false}, {"standings", "standings", false},
	{"crowns", "crowns-360", false}, {"crowns-13", "crowns-13", false}, {"crowns-14", "", false},
	{"allfives", "allfives", false}, {"fft", "fft", false}, {"furious", "", false},
	{"slept", "slept", false}, {"offline", "offline", false},
	{"five-turn", "desk", false}, {"result", "desk-result", false},
	{"tv-idle", "tv-idle", true}, {"tv-play", "tv-play", true}, {"tv-result", "tv-result", true}, {"tv-14", "tv-14", true},
	{"tv-five", "", true}, {"tv-allfives", "", true}, {"tv-fft", "", true}, {"tv-furious", "", true}, {"tv-14-play", "", true}, {"tv-over", "tv-result", true}, {"tv-offline", "", true},
}

// beside writes a page on which each screen stands beside its reference.
func beside(mock, into string) error {
	mock, err := filepath.Abs(mock)
	if err != nil {
		return err
	}
	type row struct {
		Name      string
		Reference template.URL // of a file, which html/template would not let through
		Pictures  []string
	}
	var rows []row
	for _, r := range reference {
		x := row{Name: r.Screen}
		if r.Picture != "" {
			x.Reference = template.URL("file://" + filepath.Join(mock, r.Picture+".png"))
		}
		sizes, schemes := pageSizes, []string{"light", "dark"}
		if r.Room {
			sizes, schemes = roomSizes, []string{"dark"}
		}
		for _, z := range sizes {
			for _, scheme := range schemes {
				x.Pictures = append(x.Pictures, filepath.Base(named("", r.Screen, z, scheme)))
			}
		}
		rows = append(rows, x)
	}
	f, err := os.Create(filepath.Join(into, "beside.html"))
	if err != nil {
		return err
	}
	defer f.Close()
	return template.Must(template.New("").Parse(besidePage)).Execute(f, rows)
}

const besidePage = `<!DOCTYPE html><meta charset="utf-8"><title>The reference, and what there is</title>
<style>body{font:16px sans-serif;background:#ddd}img{max-height:44rem;vertical-align:top;margin:4px}h2 ~ img:first-of-type{outline:3px solid #c00}</style>
{{range .}}<section><h2>{{.Name}}</h2>{{with .Reference}}<img src="{{.}}" alt="the reference">{{end}}{{range .Pictures}}<img src="{{.}}" alt="{{.}}" loading="lazy">{{end}}</section>
{{end}}`

// Each screen stands beside its drawing, in all sizes; the television is dark only.
func TestBeside(t *testing.T) {
	into := t.TempDir()
	if err := beside("drawings", into); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(into, "beside.html"))
	if err != nil {
		t.Fatal(err)
	}
	for want, is := range map[string]bool{"/drawings/landing.png": true, "landing-360x640-light.png": true, "landing-1440x900-dark.png": true, "tv-play-3840x2160-dark.png": true, "tv-play-3840x2160-light.png": false} {
		if strings.Contains(string(page), want) != is {
			t.Errorf("%s: %v", want, !is)
		}
	}
}
