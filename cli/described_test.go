package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/command"
	"fives/cli/doctor"
	"fives/cli/invite"
	"fives/cli/prefs"
	"fives/cli/shown"
	"fives/cli/verdict"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A description is what JSON.md says of a type: the types of its keys.
type description map[string]string

const mayBeMissing = ", may be missing"

var (
	typeTitle = regexp.MustCompile(`(?m)^### (.+)$`)
	keyRow    = regexp.MustCompile("(?m)^\\| `([a-z0-9_]+)` \\| ([^|]+) \\|.*\\|$")
	includes  = regexp.MustCompile("It has all keys of `([A-Za-z]+)` too\\.")
)

// descriptions reads JSON.md.
func descriptions() (map[string]description, error) {
	b, err := os.ReadFile("JSON.md")
	if err != nil {
		return nil, err
	}
	_, text, ok := strings.Cut(string(b), "\n## Types\n")
	titles := typeTitle.FindAllStringSubmatchIndex(text, -1)
	if !ok || len(titles) == 0 {
		return nil, fmt.Errorf("JSON.md has no types")
	}
	all := map[string]description{}
	for i, at := range titles {
		end := len(text)
		if i+1 < len(titles) {
			end = titles[i+1][0]
		}
		name, body, d := text[at[2]:at[3]], text[at[1]:end], description{}
		if m := includes.FindStringSubmatch(body); m != nil {
			maps.Copy(d, all[m[1]]) // it is further up
		}
		for _, m := range keyRow.FindAllStringSubmatch(body, -1) {
			d[m[1]] = m[2]
		}
		all[name] = d
	}
	return all, nil
}

// A jsonReader compares values with the types that JSON.md describes.
type jsonReader struct {
	all   map[string]description
	older bool // an answer of an older program, which may lack keys that are new
	bad   []string
}

func (r *jsonReader) complain(at, format string, args ...any) {
	r.bad = append(r.bad, at+": "+fmt.Sprintf(format, args...))
}

func (r *jsonReader) read(at, typ string, v any) {
	if rest, ok := strings.CutSuffix(typ, ", or null"); ok {
		if v != nil {
			r.read(at, rest, v)
		}
		return
	}
	if rest, ok := strings.CutSuffix(typ, " by name"); ok {
		m, is := v.(map[string]any)
		if !is {
			r.complain(at, "%v is no %s", v, typ)
		}
		for name, one := range m {
			r.read(at+"."+name, strings.TrimSuffix(rest, "s"), one)
		}
		return
	}
	if rest, ok := strings.CutPrefix(typ, "list of "); ok {
		list, is := v.([]any)
		if !is {
			r.complain(at, "%v is no %s", v, typ)
		}
		for i, one := range list {
			r.read(fmt.Sprintf("%s[%d]", at, i), strings.TrimSuffix(rest, "s"), one)
		}
		return
	}
	if name, ok := strings.CutPrefix(typ, "`"); ok {
		r.object(at, strings.TrimSuffix(name, "`"), v)
		return
	}
	text, isText := v.(string)
	is := map[string]bool{"value": true, "text": isText, "time": isText && isTime(text)}
	_, is["number"] = v.(float64)
	_, is["true or false"] = v.(bool)
	is["true"] = v == true
	_, is["object"] = v.(map[string]any)
	if !is[typ] {
		r.complain(at, "%v is no %s", v, typ)
	}
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

func (r *jsonReader) object(at, name string, v any) {
	d, described := r.all[name]
	m, is := v.(map[string]any)
	if !described || !is {
		r.complain(at, "%v is no %s", v, name)
		return
	}
	for key, typ := range d {
		typ, optional := strings.CutSuffix(typ, mayBeMissing)
		if one, there := m[key]; there {
			r.read(at+"."+key, typ, one)
		} else if !optional && !r.older {
			r.complain(at, "%s has no key %s", name, key)
		}
	}
	for key := range m {
		if _, ok := d[key]; !ok {
			r.complain(at, "JSON.md does not describe the key %s of %s", key, name)
		}
	}
}

// described compares the last output, line by line, with a type of JSON.md.
func described(text, typ string) error {
	all, err := descriptions()
	if err != nil {
		return err
	}
	r := &jsonReader{all: all}
	lines := json.NewDecoder(strings.NewReader(text))
	for n := 0; ; n++ {
		var v any
		if err := lines.Decode(&v); err == io.EOF && n > 0 {
			break
		} else if err != nil {
			return err
		}
		r.read("", typ, v)
	}
	if len(r.bad) > 0 {
		return fmt.Errorf("not as JSON.md says:\n%s", strings.Join(r.bad, "\n"))
	}
	return nil
}

// typesElsewhere are those of other packages that JSON.md describes.
var typesElsewhere = []any{
	api.Status{}, api.Invitation{}, api.Link{}, api.Warning{}, api.Peer{}, api.ConnectAnswer{}, api.Trusted{}, api.Tables{},
	api.Offer{}, api.OpenSeat{}, api.Handover{}, api.LeaveAnswer{}, api.None{}, api.Summary{}, api.Call{}, api.Table{},
	api.Seat{}, api.Waiting{}, api.Played{}, api.Hand{}, api.Item{}, api.Violation{}, api.Fault{},
	rules.View{}, rules.Moment{}, rules.Fact{}, rules.Mark{}, rules.Zone{}, rules.Group{}, rules.Order{}, api.Moves{}, api.HintAnswer{},
	api.Admission{}, api.Event{}, rules.Option{}, doctor.Finding{}, prefs.Setting{}, invite.Shown{}, invite.File{}, command.Written{}, command.LogFile{}, command.Missing{}, shown.Continued{}, command.Forgotten{},
	shown.Habits{}, shown.Habit{}, shown.Worst{},
}

// TestJSONTypes: JSON.md has the keys of these types, no others, and says which may be
// missing.
func TestJSONTypes(t *testing.T) {
	all, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range typesElsewhere {
		typ := reflect.TypeOf(v)
		d, ok := all[typ.Name()]
		if !ok {
			t.Errorf("JSON.md does not describe %s", typ.Name())
		}
		keys := keysOf(typ)
		for key, optional := range keys {
			if optional != strings.HasSuffix(d[key], mayBeMissing) {
				t.Errorf("%s.%s: %q, but it may be missing: %v", typ.Name(), key, d[key], optional)
			}
		}
		if got, want := slices.Sorted(maps.Keys(d)), slices.Sorted(maps.Keys(keys)); !slices.Equal(got, want) {
			t.Errorf("%s: JSON.md has %q, not %q", typ.Name(), got, want)
		}
	}
}

// TestKeysAreFields: a key is the name of the field in Go, in lower case and with `_` between
// its words, so that it says what it holds.
func TestKeysAreFields(t *testing.T) {
	for _, v := range append(typesElsewhere, api.Sheet{}, verdict.Verdict{}, verdict.Seat{}, verdict.Tenure{}, verdict.Hand{}, verdict.Covered{}, verdict.Again{}, verdict.Branch{}) {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			f := typ.Field(i)
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if key != "" && key != "-" && strings.ReplaceAll(key, "_", "") != strings.ToLower(f.Name) {
				t.Errorf("the key of %s.%s is %s", typ.Name(), f.Name, key)
			}
		}
	}
}

// keysOf returns the keys of a type in JSON, and which may be missing.
func keysOf(typ reflect.Type) map[string]bool {
	keys := map[string]bool{}
	for i := range typ.NumField() {
		f := typ.Field(i)
		key, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous {
			maps.Copy(keys, keysOf(f.Type))
		} else if key != "" && key != "-" {
			keys[key] = strings.HasPrefix(rest, "omit")
		}
	}
	return keys
}

// TestDescribedFails: whatever JSON.md does not say is found.
func TestDescribedFails(t *testing.T) {
	for text, typ := range map[string]string{
		`{"move":"end"}`: "", `{"move":5}`: "is no text", `{"move":"end","what":"x"}`: "does not describe the key what", `{}`: "has no key move", `[]`: "is no HintAnswer",
	} {
		err := described(text, "`HintAnswer`")
		if (err == nil) != (typ == "") || err != nil && !strings.Contains(err.Error(), typ) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
