//go:build unix

package console

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe is written to, and not replaced by a file.
func TestWrittenToAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		defer close(got)
		f, err := os.Open(pipe)
		if err != nil {
			return
		}
		defer f.Close()
		all, _ := io.ReadAll(f)
		got <- string(all)
	}()
	if err := WriteFile(pipe, []byte("a log")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Fatalf("the pipe is gone: %v %v", info.Mode(), err)
	}
	if text := <-got; text != "a log" {
		t.Errorf("%q came through", text)
	}
}
