package say

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"fives/p2p/api"
)

func ofDaemon(e *api.Error) (s sentence) {
	unusable := "the home " + e.Home + " cannot be used: "
	switch e.Reason {
	case api.ReasonUnreadable:
		s.text = "the request cannot be read: " + detail(e)
	case api.ReasonWrongMethod:
		s.text = e.Name + " takes " + e.Detail
	case api.ReasonNoCall:
		s = sentence{fmt.Sprintf("there is no call %q", e.Name), "p2p/PROTOCOL.md §7 lists the calls"}
	case api.ReasonNoCommonVersion:
		s = otherAPI(e.Daemon)
	case api.ReasonFailed:
		s.text = cmp.Or(detail(e), "the daemon failed")
	case api.ReasonNoDaemon:
		s = sentence{"no daemon runs in " + e.Home, startDaemon}
	case api.ReasonDaemonSilent:
		s = sentence{"the daemon in " + e.Home + " has stopped answering", "see " + e.Home + "/fives.log, then " + startDaemon}
		if e.Process != "" {
			s = sentence{"the daemon in " + e.Home + " (process " + e.Process + ") does not answer",
				"it may be starting, or somebody has removed the file of its socket: it makes that anew within a minute; else end the process, then " + startDaemon}
		}
	case api.ReasonDaemonEnded:
		s = sentence{"the daemon in " + e.Home + " has ended", startDaemon}
	case api.ReasonHomeInUse:
		by := "another daemon"
		if e.Process != "" {
			by += " (process " + e.Process + ")"
		}
		s = sentence{by + " uses the home " + e.Home, "stop it with: fives down, or give this one a home of its own with --home"}
	case api.ReasonHomePathTooLong:
		s = sentence{unusable + fmt.Sprintf("its path is too long for a unix socket (%d bytes, the system allows %d)", e.Length, e.Limit),
			"choose a shorter path with --home or FIVES_HOME"}
	case api.ReasonHomeOpenToAll:
		s = sentence{unusable + "everybody may write into it", ownHome}
	case api.ReasonHomeOfAnotherUser:
		s = sentence{unusable + "it belongs to " + cmp.Or(e.Detail, "another user"), ownHome + ", or be that user"}
		if e.Detail == "root" && ofUser(e.Home) { // fives was once run with sudo
			s.hint = `give it back to yourself with: sudo chown -R "$USER" ` + shell(e.Home)
		}
	case api.ReasonHomeWithoutModes:
		s = sentence{unusable + "this disk does not keep files private, and others who use this machine could take your key", ownHome + " on another disk"}
	case api.ReasonHomeWithoutSocket:
		s = sentence{unusable + "this disk holds no sockets (" + detail(e) + ")", ownHome + " on another disk"}
	case api.ReasonHomeGone:
		s = sentence{"the home " + e.Home + ", or the store in it, was moved, removed or replaced; its daemon has ended", "if you have moved the home: fives up --home with its new place"}
	case api.ReasonHomeUnusable:
		s = sentence{unusable + detail(e), ownHome}
	}
	return s
}

// shell quotes a path for a command line.
func shell(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,@:", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

const (
	startDaemon = "start it with: fives up --detach"
	ownHome     = "choose a folder of your own with --home or FIVES_HOME"
)

// otherAPI says that this program and a daemon share no API version.
func otherAPI(daemon *api.Hello) sentence {
	var d api.Hello
	if daemon != nil {
		d = *daemon
	}
	s := sentence{
		fmt.Sprintf("the daemon is version %s (API %d), this program is version %s (API %d)", d.Version, d.API, api.ProgramVersion(), api.Newest),
		"the daemon is older: restart it with: fives down; fives up --detach",
	}
	if d.Oldest > api.Newest {
		s.hint = "the daemon is newer: use the fives program that started it, or restart it with this one: fives down; fives up --detach"
	}
	return s
}
