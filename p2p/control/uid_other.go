//go:build !linux && !darwin

package control

import "net"

// uidOf knows nothing here: the modes of folder and socket have to do.
func uidOf(*net.UnixConn) (uid int, known bool, err error) { return 0, false, nil }
