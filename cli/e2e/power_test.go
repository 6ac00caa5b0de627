//go:build linux

package e2e

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A kill leaves what was written, synced or not, and cannot show that a sync is missing. So
// strace records the daemon's writes to its store, and the test makes the files as a power cut
// may leave them: with everything before the last finished sync, and any part of what came
// after.

// A disk is the files of a store: what is known to last of them, and what may or may not.
type disk map[string]*onDisk

type onDisk struct {
	lasting []byte
	loose   []change // since the last sync
}

// A change is a write at a place, or a new length if it has no bytes.
type change struct {
	at    int64
	bytes []byte
}

func (c change) do(file []byte) []byte {
	if c.bytes == nil {
		return append(slices.Clone(file[:min(len(file), int(c.at))]), make([]byte, max(0, int(c.at)-len(file)))...)
	}
	if missing := int(c.at) + len(c.bytes) - len(file); missing > 0 {
		file = append(file, make([]byte, missing)...)
	}
	copy(file[c.at:], c.bytes)
	return file
}

func (f *onDisk) sync() {
	for _, c := range f.loose {
		f.lasting = c.do(f.lasting)
	}
	f.loose = nil
}

// cut returns the file after a power cut: some sectors of what is not synced are there.
func (f *onDisk) cut(there func() bool) []byte {
	file := slices.Clone(f.lasting)
	for _, c := range f.loose {
		if c.bytes == nil {
			if there() {
				file = c.do(file)
			}
			continue
		}
		for piece := range slices.Chunk(c.bytes, sector) {
			if there() {
				file = change{c.at, piece}.do(file)
			}
			c.at += int64(len(piece))
		}
	}
	return file
}

// traced returns the arguments with which strace records what happens to the store.
func (d *daemon) traced(out string) []string {
	args := []string{"-f", "-y", "-xx", "-s", "1000000", "-e", "signal=none", "-o", out,
		"-e", "trace=openat,write,pwrite64,ftruncate,fsync,fdatasync,unlink,unlinkat"}
	for _, path := range d.storeFiles() {
		args = append(args, "-P", path)
	}
	return args
}

var (
	tracedLine = regexp.MustCompile(`^(\d+) +(.*)$`)
	unfinished = regexp.MustCompile(`^(.*) <unfinished \.\.\.>$`)
	resumed    = regexp.MustCompile(`^<\.\.\. \w+ resumed>(.*)$`)
	tracedCall = regexp.MustCompile(`^(\w+)\((.*)\) += (\S+)`)
	onFile     = regexp.MustCompile(`^\d+<((?:\\x[0-9a-f]{2})+)[^>]*>(?:, (.*))?$`)
	quoted     = regexp.MustCompile(`"((?:\\x[0-9a-f]{2})*)"`)
)

// unhex reads bytes as strace writes them.
func unhex(text string) []byte {
	b, _ := hex.DecodeString(strings.ReplaceAll(text, `\x`, ""))
	return b
}

// replay does to the disk what strace has recorded. A call that has not finished may have been
// done, but has synced nothing.
func (k disk) replay(trace string) error {
	begun := map[string]string{} // by thread
	for line := range strings.Lines(trace) {
		m := tracedLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return fmt.Errorf("strace has written %.200q", line)
		}
		call := m[2]
		if u := unfinished.FindStringSubmatch(call); u != nil {
			begun[m[1]] = u[1]
			continue
		}
		if r := resumed.FindStringSubmatch(call); r != nil {
			call = begun[m[1]] + r[1]
			delete(begun, m[1])
		}
		if c := tracedCall.FindStringSubmatch(call); c != nil {
			if err := k.call(c[1], c[2], c[3]); err != nil {
				return fmt.Errorf("%w: %.200q", err, call)
			}
		}
	}
	for _, call := range begun {
		name, args, _ := strings.Cut(call, "(")
		if name == "pwrite64" || name == "ftruncate" {
			_ = k.call(name, args, "all") // as far as it was written down
		}
	}
	return nil
}

// call does one call to the disk, given its result.
func (k disk) call(name, args, result string) error {
	if strings.HasPrefix(result, "-") {
		return nil
	}
	if name == "openat" || name == "unlink" || name == "unlinkat" {
		path := quoted.FindStringSubmatch(args)
		if path == nil {
			return fmt.Errorf("%s of no file", name)
		}
		f := k[string(unhex(path[1]))]
		switch {
		case f == nil:
		case name != "openat":
			*f = onDisk{}
		case strings.Contains(args, "SYNC"):
			return fmt.Errorf("a file of which each write is synced")
		case strings.Contains(args, "O_TRUNC"):
			f.loose = append(f.loose, change{at: 0})
		}
		return nil
	}
	m := onFile.FindStringSubmatch(args)
	if m == nil {
		return fmt.Errorf("%s of no file", name)
	}
	f := k[string(unhex(m[1]))]
	if f == nil {
		return nil
	}
	switch name {
	case "fsync", "fdatasync":
		f.sync()
	case "ftruncate":
		at, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			return err
		}
		f.loose = append(f.loose, change{at: at})
	case "pwrite64":
		words := strings.Split(m[2], ", ") // bytes, how many, where
		text := quoted.FindStringSubmatch(words[0])
		if len(words) != 3 || text == nil {
			return fmt.Errorf("a write of nothing")
		}
		at, err := strconv.ParseInt(words[2], 10, 64)
		if err != nil {
			return err
		}
		b := unhex(text[1])
		if n, err := strconv.Atoi(result); err == nil {
			b = b[:min(n, len(b))]
		}
		f.loose = append(f.loose, change{at, b})
	default:
		return fmt.Errorf("a call that nobody expects")
	}
	return nil
}

// powerCuts kills the victim and tries homes with what a power cut at that moment may leave of
// its store.
func (x *ordeal) powerCuts() {
	needs(x.t, "strace")
	r := x.report.row("the power is cut: any of what is not synced is gone")
	for range count(x.t, "FIVES_COPIES", 2) {
		x.underLoad()
		x.victim.kill()
		told := x.acknowledged()
		out := x.victim.home + ".trace"
		var in *injection
		k := disk{}
		if refusal := x.alone(func() {
			x.compare(r, told, x.own(x.victim))
			in = x.victim.attach(x.victim.traced(out)...)
			k.read(x.victim)
		}); refusal != "" {
			x.t.Fatal(refusal)
		}
		x.underLoad()
		x.victim.kill()
		told = x.acknowledged()
		_ = in.cmd.Wait() // it has nothing left to trace
		trace, err := os.ReadFile(out)
		if err == nil {
			err = k.replay(string(trace))
		}
		if err != nil {
			x.t.Fatal(err)
		}
		for n := range 6 {
			x.tried(r, x.afterCut(k, n), told)
		}
		sh(x.t, fmt.Sprintf("rm -rf %s-* %s", x.victim.home, out))
		x.survives(r)
	}
}

// read takes what is now in the files of a store as lasting.
func (k disk) read(d *daemon) {
	d.t.Helper()
	for path, file := range d.store() {
		k[path] = &onDisk{lasting: []byte(file)}
	}
}

// afterCut makes a copy of the home with the files of its store as a power cut may have left
// them: with none of what was not synced, all of it, or some sectors.
func (x *ordeal) afterCut(k disk, n int) string {
	x.t.Helper()
	home := x.copyOf(fmt.Sprintf("cut-%d", n))
	for path, f := range k {
		path = filepath.Join(home, filepath.Base(path))
		if _, err := os.Stat(path); err != nil {
			continue // it was removed
		}
		file := f.cut(func() bool { return n == 1 || n > 1 && x.rng.IntN(2) == 0 })
		if err := os.WriteFile(path, file, 0o600); err != nil {
			x.t.Fatal(err)
		}
	}
	return home
}
