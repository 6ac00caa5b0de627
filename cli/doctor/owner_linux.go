package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// owner names the program that has a port, as far as this user may know that. If it is a node
// that was started in the background, it also returns its home.
func owner(network string, port int) (name, home string) {
	sockets := map[string]bool{}
	for _, family := range []string{"", "6"} {
		for _, inode := range socketsAt("/proc/net/"+network+family, port) {
			sockets["socket:["+inode+"]"] = true
		}
	}
	fds, _ := filepath.Glob("/proc/[0-9]*/fd/*") // a pattern that cannot be wrong
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && sockets[to] {
			process := filepath.Dir(filepath.Dir(fd))
			comm, err := os.ReadFile(filepath.Join(process, "comm"))
			if err != nil {
				continue
			}
			return fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(comm)), filepath.Base(process)), homeOf(process)
		}
	}
	return "", ""
}

// homeOf returns the home on the command line of a node: "fives up --home=FOLDER …".
func homeOf(process string) string {
	line, err := os.ReadFile(filepath.Join(process, "cmdline"))
	args := strings.Split(string(line), "\x00")
	if err != nil || len(args) < 3 || args[0] != "fives" || args[1] != "up" {
		return ""
	}
	home, _ := strings.CutPrefix(args[2], "--home=")
	return home
}

// socketsAt lists the inodes of the sockets bound to a port: columns 2 and 10 of proc(5).
func socketsAt(table string, port int) []string {
	b, err := os.ReadFile(table)
	if err != nil {
		return nil
	}
	var inodes []string
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) > 9 && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) {
			inodes = append(inodes, f[9])
		}
	}
	return inodes
}
