package demo

import "syscall"

// childAttr keeps the terminal's signals from a daemon, and ends it with this
// process whatever happens.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
