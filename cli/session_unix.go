//go:build !windows

package cli

import "syscall"

// ownSession keeps the terminal's signals from a daemon.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
