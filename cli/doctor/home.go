package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

const (
	ownFolder = "choose a folder of your own with --home or FIVES_HOME"
	private   = 0o077 // what others must not be allowed
)

func (e *exam) home(c *chart) {
	var refusal *api.Error
	if _, err := control.Dial(e.cfg.Home); errors.As(err, &refusal) && refusal.Code == api.CodeHome {
		text, hint := say.Error(refusal)
		c.problem(hint, "%s", text)
		e.stuck = true
		return
	}
	info, err := os.Stat(e.cfg.Home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.ok("%s does not exist yet; the daemon makes it", e.cfg.Home)
		return
	case err != nil:
		c.problem(ownFolder, "%v", err)
		return
	case !info.IsDir():
		c.problem(ownFolder, "%s is no folder", e.cfg.Home)
		return
	}
	before := len(c.findings)
	e.access(c, e.cfg.Home, info.Mode())
	for _, name := range secrets {
		path := filepath.Join(e.cfg.Home, name)
		if info, err := os.Stat(path); err == nil {
			e.access(c, path, info.Mode())
		}
	}
	e.writable(c)
	if len(c.findings) == before {
		c.ok("%s is yours alone", e.cfg.Home)
	}
}

// secrets are the files in a home that only its owner may read.
var secrets = []string{"identity.pem", storeFile, storeFile + "-wal"}

func (e *exam) access(c *chart, path string, mode fs.FileMode) {
	if runtime.GOOS == "windows" || mode.Perm()&private == 0 {
		return
	}
	do := "chmod go= " + path
	if mode.Perm()&0o022 != 0 {
		c.problem(do, "other users may change %s (mode %04o)", path, mode.Perm())
		return
	}
	c.warn(do, "other users may look into %s (mode %04o)", path, mode.Perm())
}

// writable tries to write. A full disk accepts a name, but no content.
func (e *exam) writable(c *chart) {
	f, err := os.CreateTemp(e.cfg.Home, ".doctor-*")
	if err == nil {
		_, err = f.Write(make([]byte, 1<<16))
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err == nil {
		return
	}
	e.stuck = true
	do := "make room on the disk"
	switch {
	case errors.Is(err, syscall.EROFS):
		do = "make its disk writable, or " + ownFolder
	case errors.Is(err, fs.ErrPermission):
		do = ownFolder
	}
	why := err
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		why = path.Err
	}
	c.problem(do, "nothing can be written in %s: %v", e.cfg.Home, why)
}
