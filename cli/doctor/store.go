package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"fives/p2p/control"
	"fives/p2p/daemon"
	"fives/p2p/store"
)

const storeFile = "fives.db"

func (e *exam) store(c *chart) {
	path := filepath.Join(e.cfg.Home, storeFile)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.ok("nothing has been stored yet")
		return
	case err != nil:
		c.problem("", "%v", err)
		return
	case e.client != nil:
		c.ok("the daemon has it open: %d tables, %d KiB", len(e.tables.Mine), info.Size()>>10)
		return
	case control.InUse(e.cfg.Home):
		return // by a daemon that does not answer
	case e.stuck:
		c.warn("see what the check of the home says", "not examined, because that needs to write; %d KiB", info.Size()>>10)
		return
	}
	e.open(c, path, info.Size())
}

// open reads and checks the whole file, as the daemon does when it starts.
func (e *exam) open(c *chart, path string, size int64) {
	err := daemon.Age(e.cfg.Home)
	var st *store.Store
	if err == nil {
		st, err = daemon.OpenStore(path)
	}
	switch {
	case errors.Is(err, store.ErrDamaged):
		c.problem("put "+path+", "+storeFile+"-wal and "+storeFile+"-mark back as they were at one time, or move all three aside to begin without the tables in them; the others still have the logs of your tables",
			"the store is damaged%s", strings.TrimPrefix(err.Error(), store.ErrDamaged.Error()))
	case errors.Is(err, store.ErrNewer):
		c.problem("use the newer fives that wrote it, or another --home", "a newer fives wrote the store")
	case errors.Is(err, store.ErrOlder):
		_, why, _ := strings.Cut(err.Error(), store.ErrOlder.Error())
		c.problem("use the fives that wrote it, or move "+path+", and all files whose names begin like that, out of the home to begin without the tables in them: you stay who you are",
			"the store is of an older version%s", why)
	case errors.Is(err, store.ErrInUse):
		c.problem("close the program that has it open", "another program has the store open")
	case err != nil:
		c.problem("", "%v", err)
	default:
		st.Close()
		c.ok("whole, %d KiB", size>>10)
	}
}
