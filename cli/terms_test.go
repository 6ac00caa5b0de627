package cli_test

import (
	"context"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/control"
)

// The terms of a table are its house rules. Their names are the keys there; in JSON,
// underscores replace the hyphens.
func terms(t *testing.T) (names []string) {
	t.Helper()
	for f := range reflect.TypeFor[record.HouseRules]().Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("cbor"), ",")
		names = append(names, key)
	}
	if len(names) < 3 {
		t.Fatalf("the terms of a table are %q", names)
	}
	return names
}

// keyed finds the field with a key in a tag.
func keyed(structure reflect.Type, tag, key string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(structure) {
		if k, _, _ := strings.Cut(f.Tag.Get(tag), ","); k == key {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// An asked daemon keeps what the command line asks it for.
type asked struct {
	control.Daemon
	got *api.HostRequest
}

func (asked) Status() api.Status { return api.Status{API: api.Newest} }

func (a asked) Host(_ context.Context, r api.HostRequest) (api.Offer, error) {
	*a.got = r
	return api.Offer{ID: strings.Repeat("0", 64)}, nil
}

// host returns what `fives host` asks for with some arguments.
func host(t *testing.T, home string, got *api.HostRequest, args ...string) api.HostRequest {
	t.Helper()
	*got = api.HostRequest{}
	args = append([]string{"host", "--home", home, games.All()[0].Name}, args...)
	if status, _, said := run(t, args...); status != 0 {
		t.Errorf("%q: exit status %d, %s", args, status, said)
	}
	return *got
}

// differ returns the keys in which two requests differ.
func differ(a, b api.HostRequest) (keys []string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			keys = append(keys, x.Type().Field(i).Tag.Get("json"))
		}
	}
	return keys
}

// TestTermsAreEverywhere: a term of a table is in every place where people, programs and
// specifications look for it. Each complaint names the place (CONTRIBUTING, "Add a term of a
// table").
func TestTermsAreEverywhere(t *testing.T) {
	var got api.HostRequest
	home := serve(t, asked{got: &got})
	plain := host(t, home, &got)
	byForm := reachedByForm(t)
	_, help, _ := run(t, "host", "--help")
	_, examples, _ := run(t, "help", "host")
	for _, term := range terms(t) {
		lacks := func(ok bool, place string) {
			t.Helper()
			if !ok {
				t.Errorf("%s lacks the term %s", place, term)
			}
		}
		key := strings.ReplaceAll(term, "-", "_")

		// What is signed.
		rows := lines(t, "../engine/SPEC.md")
		for _, kind := range []string{"proposal", "accept"} {
			lacks(slices.ContainsFunc(rows, func(l string) bool {
				return strings.HasPrefix(l, "| `"+kind+"` |") && strings.Contains(l, "`"+term+"`")
			}), "the row "+kind+" of engine/SPEC.md §3")
		}

		// What programs ask for and are told.
		_, ok := keyed(reflect.TypeFor[api.HostRequest](), "json", key)
		lacks(ok, "api.HostRequest (p2p/api), as "+key)
		offered, ok := keyed(reflect.TypeFor[api.Offer](), "json", key)
		lacks(ok, "api.Offer (p2p/api), as "+key)
		_, offer, _ := strings.Cut(strings.Join(lines(t, "JSON.md"), "\n"), "\n### Offer\n")
		offer, _, _ = strings.Cut(offer, "\n### ")
		lacks(strings.Contains(offer, "| `"+key+"` |"), "the type Offer of cli/JSON.md")
		if ok {
			var with api.Offer
			set(reflect.ValueOf(&with).Elem().FieldByIndex(offered.Index))
			lacks(say.Terms(with) != say.Terms(api.Offer{}), "what is said of an open table (say.Terms)")
		}

		// What people type and choose.
		i := slices.IndexFunc(shown.TableOptions, func(o rules.Option) bool { return o.Name == term })
		lacks(i >= 0, "shown.TableOptions (cli/shown), for --set and completion,")
		if i >= 0 {
			o := shown.TableOptions[i]
			value := "true"
			if o.Kind != rules.Bool {
				value = o.Values[0]
			}
			lacks(slices.Equal(differ(plain, host(t, home, &got, "--set", term+"="+value)), []string{key}), "shown.SetTerm (cli/shown/form.go), behind --set and the flag,")
		}
		lacks(strings.Contains(help, "\n   --"+term+" "), "fives host, as a flag (made of shown.TableOptions),")
		lacks(slices.Contains(byForm, key), "the form of the page and of the full screen (shown.NewForm, Form.Request)")
		lacks(strings.Contains(examples, "--"+term), "the examples of fives host (cli/command/help_examples.go)")
		guides := strings.Join(append(lines(t, "../README.md"), lines(t, "GUIDE.md")...), "\n")
		lacks(strings.Contains(guides, "--"+term), "README.md or cli/GUIDE.md")
	}
}

// TestHostAsksForAll: whatever a program can ask for when it opens a table, so can the flags of
// `fives host` and the forms of the page and of the full screen; completion knows values for
// each flag that takes one.
func TestHostAsksForAll(t *testing.T) {
	var got api.HostRequest
	home := serve(t, asked{got: &got})
	game := games.All()[0]
	plain := host(t, home, &got)
	_, help, _ := run(t, "host", "--help")
	_, text, _ := run(t, "__complete", "--", "host", game.Name, "--")
	_, others, _ := run(t, "__complete", "--", "tables", "--")
	byFlag := map[string]bool{"game": true} // the argument
	for line := range strings.Lines(text) {
		flag, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.Contains(others, flag+"\t") || strings.Contains(others, flag+"\n") {
			continue // as at every command that asks the daemon
		}
		args := []string{flag}
		switch _, values, _ := run(t, "__complete", "--", "host", game.Name, flag, ""); {
		case flag == "--set":
			args = append(args, game.Schema[0].Name+"=1")
		case !regexp.MustCompile(regexp.QuoteMeta(flag) + " [A-Z]+").MatchString(help):
			// a truth
		case values == "":
			t.Errorf("completion (cli/command/complete_candidates.go) knows no value of %s", flag)
			continue
		default:
			list := strings.Fields(values)
			args = append(args, list[len(list)-1])
		}
		if flag == "--strength" {
			args = append(args, "--bots", "1")
		}
		keys := differ(plain, host(t, home, &got, args...))
		if len(keys) == 0 {
			t.Errorf("%q asks for nothing", args)
		}
		for _, key := range keys {
			byFlag[key] = true
		}
	}
	byForm := append(reachedByForm(t), "play") // who fills a form in wants the seat
	for f := range reflect.TypeFor[api.HostRequest]().Fields() {
		key := f.Tag.Get("json")
		if !byFlag[key] {
			t.Errorf("no flag of fives host (cli/command/host.go) asks for %s", key)
		}
		if !slices.Contains(byForm, key) {
			t.Errorf("no field of the form (shown.NewForm, Form.Request) asks for %s", key)
		}
	}
}

// reachedByForm returns the keys of a request that the fields of the form for a new table
// change.
func reachedByForm(t *testing.T) []string {
	t.Helper()
	first, err := shown.NewForm(0, 3).Request()
	if err != nil {
		t.Fatal(err)
	}
	reached := map[string]bool{}
	for i := range shown.NewForm(0, 3) {
		f := shown.NewForm(0, 3)
		if f[i].Name == shown.FieldGame && f[i].Option == nil {
			f = shown.NewForm(1, 3)
		} else if x := &f[i]; x.Choices != nil {
			x.At = (x.At + 1) % len(x.Choices)
		} else {
			x.Typed = "1"
		}
		r, err := f.Request()
		if err != nil {
			continue // this value of an option does not go with the others
		}
		for _, key := range differ(first, r) {
			reached[key] = true
		}
	}
	return slices.Sorted(maps.Keys(reached))
}

// set gives a truth, number or text another value.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("some")
	default:
		v.SetInt(60)
	}
}

// lines are those of a page, none if it is not there.
func lines(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.Split(string(b), "\n")
}
