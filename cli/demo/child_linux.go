package demo

import "syscall"

// childAttr keeps the terminal's signals away from a daemon, and ends the daemon with this
// process, whatever happens.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
