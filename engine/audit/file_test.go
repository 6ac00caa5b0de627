package audit_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"fives/engine/audit"
	"fives/engine/record"
)

func lines(t testing.TB) string {
	key, seed := [32]byte{}, [64]byte{}
	var b bytes.Buffer
	for i := range byte(3) {
		key[0], seed[0] = i, i
		rec := record.Record{Author: key, Payload: []byte(strings.Repeat("x", int(i))), Signature: seed}
		if err := audit.WriteLog(&b, []record.Record{rec}); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestReadLogIsStrict(t *testing.T) {
	good := lines(t)
	if rs, err := audit.ReadLog(strings.NewReader(good)); err != nil || len(rs) != 3 {
		t.Fatal(err)
	}
	second := strings.Index(good, "\n") + 1
	for name, c := range map[string]struct {
		file string
		n    int
	}{
		"no newline at the end": {good[:len(good)-1], 3},
		"cut":                   {good[:second+10], 2},
		"empty line":            {good[:second] + "\n" + good[second:], 2},
		"carriage return":       {strings.ReplaceAll(good, "\n", "\r\n"), 1},
		"space":                 {good[:second] + " " + good[second:], 2},
		"byte order mark":       {"\ufeff" + good, 1},
		"other field":           {strings.Replace(good, `{"author"`, `{"a":1,"author"`, 1), 1},
		"other case":            {strings.Replace(good, `"author"`, `"Author"`, 1), 1},
		"two objects":           {strings.Replace(good, "}\n", "}{}\n", 1), 1},
		"url base64":            {strings.Replace(good, `"payload":""`, `"payload":"_w=="`, 1), 1},
		"no padding":            {strings.Replace(good, `"payload":"eA=="`, `"payload":"eA"`, 1), 2},
		"stray bits":            {strings.Replace(good, `"payload":"eA=="`, `"payload":"eB=="`, 1), 2},
		"newline in base64":     {strings.Replace(good, `"payload":"eA=="`, `"payload":"eA\n=="`, 1), 2},
		"long":                  {good + `{"author":"` + strings.Repeat("A", record.MaxLine) + "\n", 4},
		"endless":               {good + strings.Repeat("A", 3*record.MaxLine), 4},
	} {
		_, err := audit.ReadLog(strings.NewReader(c.file))
		var a *audit.AlteredError
		if !errors.As(err, &a) || a.Record != c.n {
			t.Errorf("%s: got %v, want altered at record %d", name, err, c.n)
		}
	}
}

// What is read as a log is its own export.
func FuzzReadLog(f *testing.F) {
	f.Add([]byte(lines(f)))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		records, err := audit.ReadLog(bytes.NewReader(file))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if audit.WriteLog(&b, records); !bytes.Equal(b.Bytes(), file) {
			t.Errorf("%q is exported as %q", file, b.Bytes())
		}
	})
}
