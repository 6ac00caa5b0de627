package console

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A new file is private. One that exists keeps its mode, and so does one that a link names.
func TestWrittenFilesAreTheirOwners(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]fs.FileMode{"open": 0o664, "closed": 0o400, "named": 0o640} {
		if err := os.WriteFile(in(name), []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(in(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("named", in("link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{"new": 0o600, "open": 0o664, "closed": 0o400, "link": fs.ModeSymlink} {
		if err := WriteFile(in(name), []byte("a log")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		info, err := os.Lstat(in(name))
		if err != nil || info.Mode()&fs.ModeSymlink != want&fs.ModeSymlink || want != fs.ModeSymlink && info.Mode().Perm() != want {
			t.Errorf("%s: %v %v, want %v", name, info.Mode(), err, want)
		}
		if got, err := os.ReadFile(in(name)); string(got) != "a log" {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	if info, err := os.Stat(in("named")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if list, _ := filepath.Glob(in(".fives-*")); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}
