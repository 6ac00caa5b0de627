package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A runner runs the tests of packages again and again.
type runner struct {
	times  int
	seed   int64
	limit  time.Duration // of one run of a package
	until  time.Time     // zero for as long as it takes
	folder string
	out    io.Writer
}

// A setting is what a run has of the machine.
type setting struct {
	processors int
	beside     int // busy loops
}

func (s setting) String() string {
	if s.beside == 0 {
		return fmt.Sprintf("GOMAXPROCS=%d alone", s.processors)
	}
	return fmt.Sprintf("GOMAXPROCS=%d beside %d busy loops", s.processors, s.beside)
}

// settings are taken in turn. There are twice as many busy loops as cores, so that tests
// get a third of the machine.
func settings() []setting {
	loops := 2 * runtime.NumCPU()
	return []setting{{2, 0}, {1, loops}, {16, 0}, {2, loops}, {1, 0}, {16, loops}}
}

// A target is a package with tests.
type target struct{ path, dir, program string }

// run reports whether all tests passed in each of the runs. When ctx ends, or its time is
// over, it lists what it has seen until then.
func (r *runner) run(ctx context.Context, packages []string) (steady bool, err error) {
	work, err := os.MkdirTemp("", "flaky-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(work)
	if r.folder == "" {
		if r.folder, err = os.MkdirTemp("", "flaky-output-"); err != nil {
			return false, err
		}
		defer os.Remove(r.folder) // if nothing lies there
	}
	targets, err := list(ctx, work, packages)
	if err != nil {
		return false, err
	}
	h := make(history)
	for n := range r.times {
		began := time.Now()
		whole, err := r.round(ctx, n, targets, h)
		if err != nil {
			return false, err
		}
		if !whole {
			fmt.Fprintf(r.out, "run %d of %d is broken off\n", n+1, r.times)
			break
		}
		fmt.Fprintf(r.out, "run %d of %d: %d packages in %s\n", n+1, r.times, len(targets), time.Since(began).Round(time.Second))
	}
	return h.list(r.out), nil
}

// round is the n-th run of all packages. It reports whether nothing has ended it.
func (r *runner) round(ctx context.Context, n int, targets []target, h history) (whole bool, err error) {
	all := settings()
	for i, t := range targets {
		if !r.until.IsZero() && time.Now().After(r.until) {
			return false, nil
		}
		if n == 0 {
			err = t.compile(ctx)
		}
		if err == nil {
			err = r.once(ctx, t, n, all[(n+i)%len(all)], h)
		}
		if ctx.Err() != nil {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// list returns the packages that have tests.
func list(ctx context.Context, work string, packages []string) (targets []target, err error) {
	out, err := goes(ctx, append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"}, packages...)...)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(out) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		targets = append(targets, target{path, dir, filepath.Join(work, flat(path)+".test")})
	}
	return targets, nil
}

// compile compiles the tests of a package, once for all its runs.
func (t target) compile(ctx context.Context) error {
	_, err := goes(ctx, "test", "-c", "-ldflags=-s -w", "-o", t.program, t.path)
	return err
}

// flat makes the name of a file from a path.
func flat(path string) string { return strings.ReplaceAll(path, "/", "+") }

// goes runs the go command.
func goes(ctx context.Context, args ...string) (out string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	b, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, said.Bytes())
	}
	return string(b), nil
}

// once runs a package for the n-th time and adds the verdicts to h. It keeps the output if
// something fails. A run that ctx has ended has none.
func (r *runner) once(ctx context.Context, t target, n int, s setting, h history) error {
	name := filepath.Join(r.folder, fmt.Sprintf("%s-%d.txt", flat(t.path), n+1))
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	seed := r.seed + int64(n)
	stop := loop(s.beside)
	broken := r.start(ctx, t, s, seed, file)
	stop()
	if ctx.Err() != nil {
		return os.Remove(name)
	}
	verdicts, err := judge(name, broken != nil)
	if err != nil {
		return err
	}
	if !h.add(t.path, verdicts, trial{s, seed, name}, r.out) {
		return nil
	}
	return os.Remove(name)
}

// start runs the tests of a package, as go test does. Its error is that of the program.
func (r *runner) start(ctx context.Context, t target, s setting, seed int64, out *os.File) error {
	ctx, stop := context.WithTimeout(ctx, r.limit+time.Minute) // if its own limit does not end it
	defer stop()
	cmd := exec.CommandContext(ctx, t.program, "-test.v=test2json", "-test.paniconexit0", "-test.parallel=4",
		fmt.Sprintf("-test.shuffle=%d", seed), fmt.Sprintf("-test.timeout=%s", r.limit))
	cmd.Dir = t.dir
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("GOMAXPROCS=%d", s.processors))
	cmd.Stdout, cmd.Stderr = out, out
	return cmd.Run()
}

// loop keeps n processors busy until it is stopped.
func loop(n int) (stop func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(before, n+1))
	var ended atomic.Bool
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for !ended.Load() {
			}
		})
	}
	return func() {
		ended.Store(true)
		all.Wait()
		runtime.GOMAXPROCS(before)
	}
}
