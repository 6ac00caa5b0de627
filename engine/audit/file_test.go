package audit_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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

// What is said of a file's last line, and of its line ends, is what helps to mend it. Of a
// single line without its end nothing shows that it ever was a record.
func TestWhatIsWrongWithALine(t *testing.T) {
	good := lines(t)
	second := strings.Index(good, "\n") + 1
	for file, want := range map[string]error{
		good[:len(good)-1]:                     audit.ErrNewline,
		good[:second-1]:                        audit.ErrNewline,
		good[:second+10]:                       audit.ErrCut,
		good[:10]:                              audit.ErrLine,
		good + "more\n":                        audit.ErrLine,
		strings.ReplaceAll(good, "\n", "\r\n"): audit.ErrLineEnds,
		good + "\n":                            audit.ErrBlank,
		good + " ":                             audit.ErrBlank,
		good[:second] + "\n" + good[second:]:   audit.ErrBlank,
		"\ufeff" + good:                        audit.ErrMark,
		"\xff\xfe{\x00\"\x00":                  audit.ErrUTF16, // as PowerShell 5 writes it
		"\xfe\xff\x00{\x00\"":                  audit.ErrUTF16,
		"{\x00\"\x00\n\x00":                    audit.ErrUTF16,
		"\x1f\x8b\x08\x00":                     audit.ErrGzip,
		"PK\x03\x04\x14\x00":                   audit.ErrZip,
		"\n<!DOCTYPE html>\n" + good:           audit.ErrPage,
		"<html>":                               audit.ErrPage,
		"\n\n" + good:                          audit.ErrBlank,
		"\x1f\x8b" + strings.Repeat("x", 2*record.MaxLine):       audit.ErrGzip,
		strings.ReplaceAll(good, `{"author"`, "{\n  \"author\""): audit.ErrIndented,
		"[" + good: audit.ErrIndented,
	} {
		if _, err := audit.ReadLog(strings.NewReader(file)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", file, err, want)
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

// A file is not read behind the first thing that is wrong with it, however long
// it is.
func TestVerifyFileStopsReading(t *testing.T) {
	g := played(t, 2, 1)
	log := g.Table().Log()
	line := append(log[9].Line(), '\n')
	for name, tc := range map[string]struct {
		start  []record.Record
		record int
		why    string
	}{
		"one record again and again": {log[:10], 11, "twice"},
		"nothing but one record":     {log[:1], 2, ""},
		"no beginning":               {nil, 1, "no table begins"},
	} {
		var b bytes.Buffer
		if err := audit.WriteLog(&b, tc.start); err != nil {
			t.Fatal(err)
		}
		rest := &repeated{line: line}
		_, err := audit.VerifyFile(io.MultiReader(&b, rest), g.Find, audit.Options{})
		altered(t, err, tc.record, tc.why)
		if rest.read > 100*len(line)+4*record.MaxLine {
			t.Errorf("%s: %d bytes were read", name, rest.read)
		}
	}
	// Of two things that are wrong, the first is named.
	bad := slices.Clone(log)
	bad[7].Signature[3] ^= 1
	var b bytes.Buffer
	if err := audit.WriteLog(&b, bad[:9]); err != nil {
		t.Fatal(err)
	}
	b.WriteString("no record\n")
	_, err := audit.VerifyFile(&b, g.Find, audit.Options{})
	altered(t, err, 8, "signature")
}

// repeated is 300 MB of one line.
type repeated struct {
	line []byte
	read int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.read > 300<<20 {
		return 0, io.EOF
	}
	n := copy(p, r.line[r.read%len(r.line):])
	r.read += n
	return n, nil
}

// A disk that fails is no end of a file, wherever it does: between two lines, above all.
func TestVerifyFileSaysThatReadingFails(t *testing.T) {
	g := played(t, 2, 1)
	var b bytes.Buffer
	if err := audit.WriteLog(&b, g.Table().Log()[:9]); err != nil {
		t.Fatal(err)
	}
	bad := errors.New("the disk fails")
	for _, n := range []int{0, 10, bytes.IndexByte(b.Bytes(), '\n') + 1, b.Len()} {
		_, err := audit.VerifyFile(io.MultiReader(bytes.NewReader(b.Bytes()[:n]), iotest.ErrReader(bad)), g.Find, audit.Options{})
		if !errors.Is(err, bad) {
			t.Errorf("after %d of %d bytes: %v", n, b.Len(), err)
		}
	}
}
