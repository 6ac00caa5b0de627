package open_test

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fives/p2p/waittest"
)

// TestSeenByOthers: all that others on the machine see of fives open, the arguments of its
// processes and of the browser's, lets nobody in; nor does the address of the page. What
// its user sees does: the file, one time, and the code.
func TestSeenByOthers(t *testing.T) {
	dir := folder(t)
	home, bin, said := filepath.Join(dir, "ana"), filepath.Join(dir, "bin"), filepath.Join(dir, "said")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	// This browser keeps what it was started with, and what everybody sees of it.
	script := `printf '%s\n' "$@" >` + said + `.args; tr '\0' '\n' </proc/$$/cmdline >` + said + ".new; mv " + said + ".new " + said
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := fives(t.Context(), "open", "--home", home, "--name", "ana", "--iface", "lo", "--port", "0", "--bot-delay", "0s")
	cmd.Env = append(cmd.Env, "PATH="+bin+":"+os.Getenv("PATH"))
	out, errs := opened(t, cmd, home)
	var seen []byte
	waittest.Until(t, "the browser", func() (ok bool) {
		var err error
		seen, err = os.ReadFile(said)
		return err == nil
	})
	args, err := os.ReadFile(said + ".args")
	if err != nil {
		t.Fatal(err)
	}
	door := strings.TrimSpace(string(args))
	u, err := url.Parse(door)
	if err != nil || u.Scheme != "file" || out() != door {
		t.Fatalf("the browser is started with %q, and %q is printed: %v", args, out(), err)
	}
	own, err := os.ReadFile("/proc/self/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		line, _ := os.ReadFile(path) // it may have ended
		seen = append(seen, line...)
	}
	if len(own) == 0 || !strings.Contains(string(seen), string(own)) {
		t.Fatal("the arguments of processes cannot be read here")
	}
	if info, err := os.Stat(u.Path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if info, err := os.Stat(filepath.Dir(u.Path)); err != nil || info.Mode() != fs.ModeDir|0o700 {
		t.Errorf("%v, %v", info, err)
	}
	page, err := os.ReadFile(u.Path)
	if err != nil {
		t.Fatal(err)
	}
	way := regexp.MustCompile(`url=(http://[^/]*/)#token=(\w+)"`).FindStringSubmatch(string(page))
	if way == nil {
		t.Fatalf("%s", page)
	}
	var code []string
	waittest.Until(t, "the code", func() bool {
		code = regexp.MustCompile(`goes to (\S+) and gives the code (\S+)`).FindStringSubmatch(errs())
		return code != nil
	})
	if code[1] != way[1] {
		t.Errorf("the file leads to %s, and %s is said", way[1], code[1])
	}
	for _, secret := range []string{way[2], code[2]} {
		if strings.Contains(string(seen), secret) {
			t.Errorf("others see %s", secret)
		}
	}
	for range 2 {
		if got := entered(t, way[1], code[2]); got == "" {
			t.Error("the code does not let in")
		}
	}
	in := entered(t, way[1], way[2])
	if in == "" {
		t.Error("the file does not let in")
	}
	if strings.Contains(string(seen), in) {
		t.Error("others see the session")
	}
	if entered(t, way[1], way[2]) != "" {
		t.Error("the file lets in a second time")
	}
	if _, err := os.Stat(u.Path); err == nil {
		t.Error("the file is still there once it was used")
	}
}

// TestDoorEnds: a file that nobody has used is gone when the page ends.
func TestDoorEnds(t *testing.T) {
	home := filepath.Join(folder(t), "ana")
	cmd := fives(t.Context(), "open", "--no-browser", "--home", home, "--name", "ana", "--iface", "lo", "--port", "0")
	out, _ := opened(t, cmd, home)
	u, err := url.Parse(out())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(u.Path); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the end of the file", func() bool {
		_, err := os.Stat(u.Path)
		return err != nil
	})
}

// opened starts fives open, waits until it has answered, and returns what is on its
// standard output and its standard error.
func opened(t *testing.T, cmd *exec.Cmd, home string) (out, errs func() string) {
	t.Helper()
	files := [2]string{filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "err")}
	for i, to := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		f, err := os.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		*to = f
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = fives(context.Background(), "down", "--home", home).Run()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	text := func(file string) string {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	return func() string {
		line := ""
		waittest.Until(t, "the answer", func() (ok bool) {
			line, _, ok = strings.Cut(text(files[0]), "\n")
			return ok
		})
		return line
	}, func() string { return text(files[1]) }
}

// entered is the session for a token, "" if there is none.
func entered(t *testing.T, address, token string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"enter", strings.NewReader("token="+token))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", strings.TrimSuffix(address, "/"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return ""
	}
	return string(b)
}
