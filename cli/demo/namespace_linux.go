package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	insideEnv = "FIVES_DEMO_NAMESPACE"
	// statusUnfit is the exit status of a program that cannot use its namespaces. It has done
	// nothing else by then.
	statusUnfit = 97
)

// inside reports whether this process runs in the namespaces that [Isolate] made.
func inside() bool { return os.Getenv(insideEnv) != "" }

// Isolate runs the program once more, with the same arguments, in namespaces of its own. If
// that is not possible, it returns false and has done nothing. Called in those namespaces, it
// prepares the network and returns false.
func Isolate(ctx context.Context, args []string, std [3]*os.File) (status int, ok bool) {
	if inside() {
		if err := loopback(); err != nil {
			os.Exit(statusUnfit)
		}
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	runtime.LockOSThread() // the child ends with the thread that started it
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, self, args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = std[0], std[1], std[2]
	cmd.Env = append(os.Environ(), insideEnv+"=1")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 2 * endTime
	cmd.SysProcAttr = namespaces()
	if cmd.Start() != nil {
		return 0, false
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, true
	case errors.As(err, &exit) && exit.ExitCode() == statusUnfit:
		return 0, false
	case errors.As(err, &exit) && exit.ExitCode() > 0:
		return exit.ExitCode(), true
	}
	return 1, true
}

// namespaces maps this user to root of a new user namespace, which may then set up the network
// of a new network namespace. All processes of the process namespace end with its first one.
func namespaces() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
		Setpgid:     true,
	}
}

// loopback sets up the loopback interface of a new network namespace, with a
// route for multicast.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	req, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	req.SetUint16(unix.IFF_UP | unix.IFF_RUNNING | unix.IFF_MULTICAST)
	if err := unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, req); err != nil {
		return fmt.Errorf("demo: lo up: %w", err)
	}
	return multicastRoute()
}

// multicastRoute is "ip route add 224.0.0.0/4 dev lo" as a netlink message
// (rtnetlink(7)).
func multicastRoute() error {
	lo, err := net.InterfaceByName("lo")
	if err != nil {
		return err
	}
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	msg := routeMessage(lo.Index)
	if err := unix.Sendto(fd, msg, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
		return err
	}
	timeout := unix.NsecToTimeval(time.Second.Nanoseconds())
	if err := unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &timeout); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, _, err := unix.Recvfrom(fd, answer, 0)
	if err != nil {
		return err
	}
	return readAck(answer[:n])
}
