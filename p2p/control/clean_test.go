package control

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"fives/p2p/api"
)

const evil = "ev\x1b[2Jil\r\n\u202e\a"

// fill puts the evil text everywhere in a value.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(evil)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth)
			}
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0), depth-1)
			fill(v.Index(1), depth-1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, depth)
		fill(value, depth)
		v.SetMapIndex(key, value)
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf([]any{evil, map[string]any{evil: evil}}))
		}
	}
}

// TestCleaned: text of others becomes clean wherever it is in the answer of any call, and the original value stays as it was.
func TestCleaned(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[api.Event](), reflect.TypeFor[api.Error](), reflect.TypeFor[api.Hello]()}
	for _, r := range routes {
		if _, out := r.types(); out.Kind() != reflect.Func {
			types = append(types, out)
		}
	}
	texts := 0
	for _, typ := range types {
		v := reflect.New(typ).Elem()
		fill(v, 3)
		dirty, clean := marshal(t, v.Interface()), marshal(t, api.CleanAll(v.Interface()))
		if strings.Contains(clean, `\u001b`) || strings.Contains(clean, "\u202e") || strings.Contains(clean, `\r`) {
			t.Errorf("%v: %s", typ, clean)
		}
		if strings.Count(dirty, `\u001b`) != strings.Count(clean, "ev·[2Jil") || dirty != marshal(t, v.Interface()) {
			t.Errorf("%v: a text is lost, or the value is changed: %s", typ, clean)
		}
		texts += strings.Count(clean, "ev·[2Jil")
	}
	if texts < 100 {
		t.Errorf("only %d texts were cleaned", texts)
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestClientCleansOnEntry: answers, errors and events come to a front end clean.
func TestClientCleansOnEntry(t *testing.T) {
	f, c := serve(t)
	const want = "ev·[2Jil····"
	got, err := c.Trust(t.Context(), evil)
	if err != nil || len(got.Names) != 1 || got.Names[0] != want {
		t.Errorf("an answer: %q, %v", got, err)
	}
	f.fail = api.Fail(api.ReasonDoubted, api.Data{Detail: evil, Peers: []api.Peer{{Name: evil}}})
	var e *api.Error
	if _, err := c.Connect(t.Context(), "x"); !errors.As(err, &e) || e.Detail != want || e.Peers[0].Name != want {
		t.Errorf("an error: %+v", e)
	}
	f.fail = nil
	f.happen(evil)
	seen := errors.New("seen")
	if err := c.Events(context.Background(), 0, func(e api.Event) error {
		if e.Text != want {
			t.Errorf("an event: %+v", e)
		}
		return seen
	}); !errors.Is(err, seen) {
		t.Error(err)
	}
}
