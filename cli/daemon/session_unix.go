//go:build !windows

package daemon

import "syscall"

// ownSession keeps the terminal's signals from a daemon.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
