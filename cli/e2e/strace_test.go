//go:build linux

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// An injection is strace, attached to a daemon: system calls on the files of its
// store fail, or kill the daemon. A call that fails is not made.
type injection struct {
	out string
	cmd *exec.Cmd
}

// The calls that write, and that wait for the disk. Different stores use different ones.
const (
	writes = "write,pwrite64"
	syncs  = "fsync,fdatasync"
)

// storeFiles returns the files in a home that belong to the store, whatever it calls them.
func (d *daemon) storeFiles() []string {
	d.t.Helper()
	others := []string{"identity.pem", "name", "fives.lock", "preferences.json"}
	var files []string
	err := filepath.WalkDir(d.home, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && !slices.Contains(others, e.Name()) {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		d.t.Fatalf("%s has no store: %v", d.home, err)
	}
	return files
}

// strace returns the arguments of strace for a fault of the store.
func (d *daemon) strace(call, fault string) []string {
	d.t.Helper()
	args := []string{"-f", "-e", "signal=none", "-e", "trace=" + call, "-e", fmt.Sprintf("inject=%s:%s", call, fault)}
	for _, path := range d.storeFiles() {
		args = append(args, "-P", path)
	}
	return args
}

// inject makes a system call fail as strace puts it: "error=EIO:when=3" is the third
// call of a thread, counted from now on.
func (d *daemon) inject(call, fault string) *injection {
	d.t.Helper()
	return d.attach(d.strace(call, fault)...)
}

// attach runs strace on the daemon, from when it returns.
func (d *daemon) attach(args ...string) *injection {
	d.t.Helper()
	in := &injection{out: d.home + ".strace"}
	out, err := os.Create(in.out)
	if err != nil {
		d.t.Fatal(err)
	}
	defer out.Close()
	in.cmd = exec.Command("strace", append(args, "-p", strconv.Itoa(d.cmd.Process.Pid))...)
	in.cmd.Stderr = out // strace writes there at once, unlike to a file of its own
	in.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := in.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	eventually(d.t, "strace is attached", func() bool { return strings.Contains(in.output(), "attach") })
	if out := in.output(); strings.Contains(out, "attach: ") {
		d.t.Skip(out) // this system does not let the user
	}
	return in
}

// output returns what strace has printed.
func (in *injection) output() string {
	b, _ := os.ReadFile(in.out)
	return string(b)
}

// hits returns how many calls have met the fault.
func (in *injection) hits() int {
	return strings.Count(in.output(), "(INJECTED)")
}

// meets waits until some calls have met the fault, or for a while.
func (in *injection) meets(hits int, most time.Duration) {
	waitShort(most, func() bool { return in.hits() >= hits })
}

// ends lets the daemon go on without faults, if it still lives.
func (in *injection) ends() {
	_ = in.cmd.Process.Signal(syscall.SIGTERM)
	_ = in.cmd.Wait()
}

// errors makes each kind of call that changes the store fail, in turn: one call, or one of a
// few, or all for a while. The victim is then killed at once, or after it has gone on without
// errors for a moment.
//
// What was written before a failing sync is in the file, as if the disk had written it and yet
// reported an error.
func (x *ordeal) errors() {
	needs(x.t, "strace")
	faults := []struct{ fault, calls, errno string }{
		{"EIO from a sync, what was written is there", syncs, "EIO"}, {"ENOSPC from a sync", syncs, "ENOSPC"},
		{"EIO from a write", writes, "EIO"}, {"ENOSPC from a write", writes, "ENOSPC"},
		{"EIO when a file is cut off", "ftruncate", "EIO"}, {"ENOSPC when a file is cut off", "ftruncate", "ENOSPC"},
	}
	share := max(1, count(x.t, "FIVES_ERRORS", 12)/4)
	for _, c := range faults {
		r := x.report.row(c.fault)
		for try := 0; r.times < share && try < 2*share; try++ {
			if try >= 3 && r.times < try/3 {
				x.t.Logf("the store hardly ever calls %s", c.calls)
				break
			}
			n := 1 + try/3
			when := []string{"%d", "%d+3", "%d+"}[try%3]
			x.fails(r, c.calls, fmt.Sprintf("error=%s:when="+when, c.errno, n))
		}
	}
}

// fails injects errors once.
func (x *ordeal) fails(r *row, call, fault string) {
	x.t.Helper()
	x.underLoad()
	in := x.victim.inject(call, fault)
	in.meets(1+x.rng.IntN(3), 2500*time.Millisecond)
	if x.rng.IntN(2) == 0 {
		x.pause(100)
		x.victim.kill()
		in.ends()
	} else {
		in.ends()
		x.recovers(r)
		x.victim.kill()
	}
	r.times += in.hits()
	x.survives(r)
}

// killsAtCalls kills the victim at the moment of a call that changes the store.
func (x *ordeal) killsAtCalls() {
	needs(x.t, "strace")
	r := x.report.row("kill -9 at a write or a sync of the store")
	calls := []string{writes, syncs}
	for try := range max(2, count(x.t, "FIVES_CRASHES", 8)/4) {
		x.underLoad()
		in := x.victim.inject(calls[try%len(calls)], fmt.Sprintf("signal=SIGKILL:when=%d", 1+try/2%8))
		select {
		case <-x.victim.ended:
			r.times++
		case <-time.After(3 * time.Second): // the victim has not made that call
		}
		x.victim.kill()
		in.ends()
		x.survives(r)
	}
}
