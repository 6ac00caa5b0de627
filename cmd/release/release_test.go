package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var at = time.Date(2026, 11, 22, 16, 31, 5, 0, time.UTC)

// TestArchives: every file is there with its mode and the time of the commit, in either format,
// and a second archive, made in another time zone, has the same bytes.
func TestArchives(t *testing.T) {
	files := []file{{"fives", []byte("a program"), 0o755}, {"man/fives.6", bytes.Repeat([]byte("text "), 1000), 0o644}}
	for _, s := range []system{{"linux", "amd64"}, {"windows", "arm64"}} {
		p := program{system: s, version: "v1.2.3", time: at}
		once, again := t.TempDir(), t.TempDir()
		name, err := writeArchive(once, p, files)
		if err != nil {
			t.Fatal(err)
		}
		p.time = at.In(time.FixedZone("elsewhere", 9*3600))
		if _, err := writeArchive(again, p, files); err != nil {
			t.Fatal(err)
		}
		a, b := read(t, once, name), read(t, again, name)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: other bytes the second time", name)
		}
		unpack := untar
		if s.os == "windows" {
			unpack = unzip
		}
		for i, f := range unpack(t, a, at) {
			want := files[i]
			want.name = "fives-1.2.3-" + s.String() + "/" + want.name
			if f.name != want.name || !bytes.Equal(f.content, want.content) || f.mode != want.mode {
				t.Errorf("%s: %s, %v, %d bytes", name, f.name, f.mode, len(f.content))
			}
		}
	}
}

func read(t *testing.T, folder, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func untar(t *testing.T, b []byte, at time.Time) (files []file) {
	gz, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil || !h.ModTime.Equal(at) || h.Uname != "root" || h.Uid != 0 {
			t.Fatalf("%+v (%v)", h, err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{h.Name, content, h.FileInfo().Mode()})
	}
}

func unzip(t *testing.T, b []byte, at time.Time) (files []file) {
	r, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		content, err := f.Open()
		if err != nil || !f.Modified.Equal(at) {
			t.Fatalf("%+v (%v)", f, err)
		}
		text, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file{f.Name, text, f.Mode()})
	}
	return files
}

// TestSums: what a run has made is listed and what others have put into the folder is not; the
// next run removes only the former.
func TestSums(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"fives-1.0.0-linux-amd64.tar.gz", "fives-1.0.0-linux-amd64.cdx.json", "fives-1.0.0-windows-arm64.zip", "SHA256SUMS", "SHA256SUMS.sig", "holiday.jpg"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeSums(folder); err != nil {
		t.Fatal(err)
	}
	const want = "5016bf7602e4075c30d1b5ba4eb5ab8f70ff12cbe17b297a38694920a57ee37f  fives-1.0.0-linux-amd64.tar.gz\n"
	if got := string(read(t, folder, sumsFile)); strings.Count(got, "\n") != 3 || strings.Contains(got, sumsFile) || strings.Contains(got, "holiday") || !strings.Contains(got, want) {
		t.Errorf("the sums: %s", got)
	}
	if err := clear(folder); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "holiday.jpg" {
		t.Errorf("left: %v (%v)", left, err)
	}
}

// TestNotices: the licences of a module are those on the way to the packages that are used,
// each once. A module without any cannot be part of a release.
func TestNotices(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"LICENSE": "free\r\n", "licence-docs.txt": "free", "license.go": "package m", "in/use/COPYING": "free inside", "unused/LICENSE": "not ours",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := &dependency{path: "example.org/m", dir: dir, packages: []string{filepath.Join(dir, "in", "use")}}
	texts, err := d.licences()
	if got := string(bytes.Join(texts, []byte("|"))); err != nil || got != "free|free inside" {
		t.Errorf("%q (%v)", got, err)
	}
	if _, err := (&dependency{path: "example.org/none", dir: filepath.Join(dir, "in")}).licences(); err == nil || !strings.Contains(err.Error(), "example.org/none") {
		t.Errorf("a module without a licence: %v", err)
	}
}

// TestFontNotice: the licence of the font is among the notices.
func TestFontNotice(t *testing.T) {
	t.Chdir("../..")
	text, err := writeNotices(t.Context(), nil)
	if err != nil || !bytes.Contains(text, []byte("The Fraunces Project Authors")) || !bytes.Contains(text, []byte("SIL OPEN FONT LICENSE Version 1.1")) {
		t.Errorf("%v in %d bytes", err, len(text))
	}
}

func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                             "1.2.3",
		"v1.2.3-rc.1":                        "1.2.3~rc.1",
		"v0.0.0-20261122163105-f020ea84f5f7": "0.0.0~20261122163105.f020ea84f5f7",
	} {
		if got := debianVersion(version); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
