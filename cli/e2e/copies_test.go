//go:build linux

package e2e

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fives/p2p/waittest"
)

// sector is what a disk writes at once.
const sector = 512

// copyOf copies the victim's home as it is.
func (x *ordeal) copyOf(name string) string {
	x.t.Helper()
	folder := x.victim.home + "-" + name
	sh(x.t, fmt.Sprintf("rm -rf %[2]s; cp -a %[1]s %[2]s; rm -f %[2]s/fives.sock", x.victim.home, folder))
	return folder
}

// tried starts a daemon with a copy of the victim's home that nobody else can reach. The daemon
// must have what was acknowledged, or say what to do.
func (x *ordeal) tried(r *row, home string, told map[uint64]promise) {
	x.t.Helper()
	lost := r.lost
	whole, from, counted := x.victim, x.from, x.counted
	alone := *whole
	alone.home, alone.port, alone.peers, alone.network = home, 0, nil, "nobody"
	x.victim, x.counted = &alone, map[uint64]bool{}
	defer func() { x.victim, x.from, x.counted = whole, from, counted }()
	defer alone.kill()
	before := alone.store()
	if refusal := x.alone(func() { x.compare(r, told, x.own(&alone)) }); refusal != "" {
		x.refused(r, refusal)
		after := alone.store()
		for _, files := range []map[string]string{before, after} { // an empty one may come or go
			maps.DeleteFunc(files, func(_, file string) bool { return file == "" })
		}
		if strings.Contains(refusal, "nothing was changed") && !maps.Equal(before, after) {
			x.t.Errorf("%s, %s: it is changed", r.fault, filepath.Base(home))
		}
	}
	if r.lost > lost {
		x.t.Errorf("%s, %s: of %d steps that were acknowledged %d are lost", r.fault, filepath.Base(home), len(told), r.lost-lost)
	}
	r.times++
}

// store returns the contents of the files of the store.
func (d *daemon) store() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	for _, path := range d.storeFiles() {
		b, err := os.ReadFile(path)
		if err != nil {
			d.t.Fatal(err)
		}
		all[path] = string(b)
	}
	return all
}

// cuts cuts off each file of the store, at every sector or at some of them.
func (x *ordeal) cuts() {
	r := x.report.row("a file of the store cut off at a sector")
	most := count(x.t, "FIVES_CUTS", 12)
	for done := 0; done < most; {
		x.underLoad()
		x.victim.kill()
		told := x.acknowledged()
		files := x.victim.storeFiles()
		share := max(1, min(100, most)/len(files))
		for _, path := range files {
			info, err := os.Stat(path)
			if err != nil {
				x.t.Fatal(err)
			}
			sectors := int(info.Size()+sector-1) / sector
			every := max(1, sectors/share)
			for at := x.rng.IntN(every); at < sectors; at += every {
				name := fmt.Sprintf("cut-%s-%d", filepath.Base(path), at)
				home := x.copyOf(name)
				if err := os.Truncate(filepath.Join(home, filepath.Base(path)), int64(at)*sector); err != nil {
					x.t.Fatal(err)
				}
				x.tried(r, home, told)
				sh(x.t, "rm -rf "+home)
				done++
			}
		}
		x.survives(r)
	}
}

// olds replaces each file of the store with an older copy, and with none.
func (x *ordeal) olds() {
	old, gone := x.report.row("an older copy of one file of the store"), x.report.row("a file of the store is gone")
	for range count(x.t, "FIVES_COPIES", 2) {
		x.underLoad()
		x.victim.kill()
		before := x.copyOf("before")
		x.survives(old)
		x.underLoad()
		x.underLoad()
		x.victim.kill()
		told := x.acknowledged()
		for _, path := range x.victim.storeFiles() {
			name := filepath.Base(path)
			home := x.copyOf("old-" + name)
			if b, err := os.ReadFile(filepath.Join(before, name)); err == nil {
				if err := os.WriteFile(filepath.Join(home, name), b, 0o600); err != nil {
					x.t.Fatal(err)
				}
				x.tried(old, home, told)
			}
			home = x.copyOf("without-" + name)
			if err := os.Remove(filepath.Join(home, name)); err != nil {
				x.t.Fatal(err)
			}
			x.tried(gone, home, told)
		}
		sh(x.t, fmt.Sprintf("rm -rf %s-*", x.victim.home))
		x.survives(old)
	}
}

// seconds starts another daemon on the home of one that runs, even if somebody has removed what
// would tell it so; and two at once.
func (x *ordeal) seconds() {
	r := x.report.row("a second daemon on the same home")
	for try := range count(x.t, "FIVES_COPIES", 2) * 2 {
		x.underLoad()
		if try%2 == 1 {
			sh(x.t, fmt.Sprintf("rm -f %[1]s/fives.lock %[1]s/fives.sock", x.victim.home))
		}
		x.second(r)
		x.victim.kill()
		x.survives(r)
	}
	both := x.report.row("two daemons started at once on one home")
	for range count(x.t, "FIVES_COPIES", 2) {
		x.underLoad()
		x.victim.kill()
		told := x.acknowledged()
		x.race(both)
		x.compare(both, told, x.own(x.victim))
		both.times++
	}
}

// second starts another daemon on the victim's home, which must refuse.
func (x *ordeal) second(r *row) {
	x.t.Helper()
	up := fives("up", "--home", x.victim.home, "--iface", "lo", "--port", "0", "--network", "nobody")
	limit := time.AfterFunc(waittest.Limit(x.t), func() { up.Process.Kill() }) // if it does start
	defer limit.Stop()
	out, err := up.CombinedOutput()
	if err == nil {
		x.t.Errorf("%s: it is not refused:\n%s", r.fault, out)
	}
	x.refused(r, string(out))
	r.times++
}

// race starts two daemons with the victim's home: one of them gets it, and the other one says
// so.
func (x *ordeal) race(r *row) {
	x.t.Helper()
	before := len(x.victim.log())
	other := *x.victim
	x.victim.launch()
	other.launch()
	var winner *daemon
	eventually(x.t, "one of two daemons gives up, the other one answers", func() bool {
		select {
		case <-x.victim.ended:
			winner = &other
		case <-other.ended:
			winner = x.victim
		default:
			return false
		}
		return winner.status().PID == winner.cmd.Process.Pid
	})
	x.refused(r, x.victim.log()[before:])
	x.victim.cmd, x.victim.ended = winner.cmd, winner.ended
}

// readOnly starts the daemon while its home cannot be written to, and then while one
// of the files cannot.
func (x *ordeal) readOnly() {
	if outside != "" {
		x.t.Skip(outside)
	}
	r := x.report.row("read-only, the home or a file of the store")
	for range count(x.t, "FIVES_COPIES", 2) {
		x.underLoad()
		x.victim.kill()
		told := x.acknowledged()
		for _, path := range append([]string{x.victim.home}, x.victim.storeFiles()...) {
			sh(x.t, fmt.Sprintf("mount --bind %[1]s %[1]s; mount -o remount,ro,bind %[1]s", path))
			if refusal := x.alone(func() { x.compare(r, told, x.own(x.victim)) }); refusal != "" {
				x.refused(r, refusal)
			}
			x.victim.kill()
			sh(x.t, "umount -l "+path)
			r.times++
		}
		x.survives(r)
	}
}

// full puts the victim's home on a disk with 16 MB to spare, and fills that. Then the victim is
// killed and started before there is room again, or goes on once there is.
func (x *ordeal) full() {
	if outside != "" {
		x.t.Skip(outside)
	}
	r := x.report.row("no space left on a small tmpfs")
	home := x.victim.home
	x.underLoad()
	x.victim.kill()
	sh(x.t, fmt.Sprintf("mv %[1]s %[1]s.old; mkdir %[1]s; mount -t tmpfs -o size=$(($(du -sk %[1]s.old | cut -f1) + 16384))k,mode=700 tmpfs %[1]s; cp -a %[1]s.old/. %[1]s/; rm -f %[1]s/fives.sock", home))
	defer func() {
		x.victim.kill()
		sh(x.t, fmt.Sprintf("rm -rf %[1]s.old; cp -a %[1]s %[1]s.old; umount -l %[1]s; rm -rf %[1]s; mv %[1]s.old %[1]s; rm -f %[1]s/fives.sock", home))
		x.victim.start()
	}()
	x.survives(r)
	for try := range count(x.t, "FIVES_COPIES", 2) * 2 {
		x.underLoad()
		ballast := x.fill(x.rng.IntN(64 << 10))
		waitShort(2*time.Second, func() bool { return len(x.victim.status().Warnings) > 0 })
		r.times++
		if try%2 == 0 {
			x.victim.kill()
			told := x.acknowledged()
			if refusal := x.alone(func() { x.compare(r, told, x.own(x.victim)) }); refusal != "" {
				x.refused(r, refusal)
			}
			x.victim.kill()
		}
		if err := os.Remove(ballast); err != nil {
			x.t.Fatal(err)
		}
		if try%2 == 0 {
			x.survives(r)
			continue
		}
		x.recovers(r)
		x.victim.kill()
		x.survives(r)
	}
}

// fill leaves only some bytes free where the victim's home is.
func (x *ordeal) fill(free int) (ballast string) {
	x.t.Helper()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(x.victim.home, &disk); err != nil {
		x.t.Fatal(err)
	}
	ballast = filepath.Join(x.victim.home, "ballast")
	size := int(disk.Bavail)*int(disk.Bsize) - free
	_ = os.WriteFile(ballast, []byte(strings.Repeat("x", max(0, size))), 0o600) // as far as there is room
	return ballast
}

// waitShort waits until something holds, or for a while.
func waitShort(most time.Duration, ok func() bool) {
	for end := time.Now().Add(most); !ok() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}

// starts makes calls fail while the daemon starts.
func (x *ordeal) starts() {
	needs(x.t, "strace")
	r := x.report.row("EIO while it starts")
	for _, call := range []string{"read,pread64", writes, syncs, "ftruncate", "openat"} {
		for n := range max(1, count(x.t, "FIVES_COPIES", 2)) {
			x.underLoad()
			x.victim.kill()
			told := x.acknowledged()
			before := len(x.victim.log())
			x.victim.tracer = x.victim.strace(call, fmt.Sprintf("error=EIO:when=%d", 1+n))
			if refusal := x.alone(func() { x.compare(r, told, x.own(x.victim)) }); refusal != "" {
				x.refused(r, refusal)
			}
			x.victim.tracer = nil
			r.times += strings.Count(x.victim.log()[before:], "(INJECTED)")
			x.victim.kill()
			x.survives(r)
		}
	}
}
