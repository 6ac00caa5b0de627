package daemon

import "syscall"

// ownSession keeps the console's signals from a daemon.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
