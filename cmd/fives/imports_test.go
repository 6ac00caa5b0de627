package main

import (
	"fmt"
	"slices"
	"strings"
)

// order is that of the layers; an import goes only to the left.
var order = []string{"crypto", "engine", "p2p", "cli", "cmd"}

func layer(dir string) int {
	top, _, _ := strings.Cut(dir, "/")
	return slices.Index(order, top)
}

func layers(s source) (bad []string) {
	own := layer(s.dir)
	if own < 0 {
		return []string{s.path + " is in no layer"}
	}
	if (s.dir == "crypto" || s.dir == "engine" || s.dir == "p2p") && len(s.syntax.Decls) > 0 {
		bad = append(bad, s.path+": the code of this layer belongs in its sub-packages")
	}
	for _, dir := range s.folders {
		if layer(dir) < 0 || layer(dir) > own {
			bad = append(bad, fmt.Sprintf("%s imports %s, which is not to its left", s.path, dir))
		}
	}
	return bad
}

// floors is the order of the packages of p2p (p2p/doc.go); there, too, an import
// goes only to the left.
var floors = []string{
	"p2p/wire", "p2p/limit", "p2p/inbox", "p2p/kv", "p2p/replica/backlog", "p2p/replica", "p2p/session", "p2p/control/plain",
	"p2p/control", "p2p/present", "p2p/peers", "p2p/entry", "p2p/lobby", "p2p/store", "p2p/store/sqlite", "p2p/store/memory", "p2p/store/indexed",
	"p2p/host", "p2p/discovery", "p2p/streams", "p2p/node", "p2p/daemon", "p2p/browser",
}

func p2pOrder(s source) (bad []string) {
	own := slices.Index(floors, s.dir)
	if s.test || own < 0 {
		return nil
	}
	for _, dir := range s.folders {
		if slices.Index(floors, dir) > own {
			bad = append(bad, fmt.Sprintf("%s imports %s, which is not to its left", s.path, dir))
		}
	}
	return bad
}

// home says where a dependency may be used outside tests. The longest prefix
// of an import path counts.
var home = map[string][]string{
	"filippo.io/edwards25519":      {"crypto/ristretto", "crypto/signature", "engine/record"},
	"github.com/fxamacker/cbor/v2": {"engine", "p2p"},
	"github.com/libp2p/":           {"p2p"},
	"github.com/multiformats/":     {"p2p", "cli/doctor"},
	"github.com/quic-go/":          {"p2p/host"},
	"github.com/coder/websocket":   {"p2p/host/websocket"},
	"github.com/hashicorp/mdns":    {"p2p/discovery"},
	"github.com/miekg/dns":         {"p2p/discovery"},
	"zombiezen.com/go/sqlite":      {"p2p/store/sqlite"},
	"modernc.org/":                 {"p2p/store/sqlite"},
	"github.com/gofrs/flock":       {"p2p/control"},
	"golang.org/x/sys/":            {"p2p", "cli"},
	"golang.org/x/sys/cpu":         {"crypto/ristretto"},
	"golang.org/x/time/rate":       {"p2p"},
	"golang.org/x/term":            {"cli"},
	"golang.org/x/text/":           {"engine/nickname", "cli"},
	"charm.land/":                  {"cli"},
	"github.com/charmbracelet/":    {"cli"},
	"github.com/urfave/cli/v2":     {"cli"},
	"rsc.io/qr/coding":             {"cli/qr"},
	"github.com/creack/pty":        {"cmd/pictures"},
	"github.com/hinshun/vt10x":     {"cmd/pictures"},
}

// homes keeps each dependency in its place. Tests may use others.
func homes(s source) (bad []string) {
	if s.test {
		return nil
	}
	for _, i := range s.imports {
		if first, _, _ := strings.Cut(i, "/"); !strings.Contains(first, ".") {
			continue // the standard library
		}
		places := homeOf(i)
		if !slices.ContainsFunc(places, func(p string) bool { return within(s.dir, p) }) {
			bad = append(bad, fmt.Sprintf("%s imports %s, whose place is in %v", s.path, i, places))
		}
	}
	return bad
}

func homeOf(imported string) []string {
	best := ""
	for prefix := range home {
		if strings.HasPrefix(imported, prefix) && len(prefix) > len(best) {
			best = prefix
		}
	}
	return home[best]
}

// anywhere are the packages that a browser is to run as well. Files, sockets and
// libp2p are handed in there.
var anywhere = []string{"p2p/wire", "p2p/replica", "p2p/replica/backlog", "p2p/session", "p2p/present", "p2p/limit", "p2p/inbox", "p2p/peers", "p2p/entry", "p2p/lobby", "p2p/control/plain", "p2p/store", "p2p/kv", "p2p/store/memory"}

// portable holds that they know nothing of files, sockets, libp2p or SQLite.
func portable(s source) (bad []string) {
	if s.test || !slices.Contains(anywhere, s.dir) {
		return nil
	}
	for _, i := range s.imports {
		first, _, _ := strings.Cut(i, "/")
		if first == "os" || first == "net" && i != "net/netip" || strings.HasPrefix(i, "github.com/libp2p/") || strings.HasPrefix(i, "zombiezen.com/") {
			bad = append(bad, fmt.Sprintf("%s imports %s; it is to run in a browser, too", s.path, i))
		}
	}
	return bad
}

const registry = "engine/games"

// gameFolders lets only the registry, and tests, know the package of a game.
func gameFolders(s source) (bad []string) {
	if s.test || s.dir == registry {
		return nil
	}
	for _, dir := range s.folders {
		if strings.HasPrefix(dir, registry+"/") && !within(s.dir, dir) {
			bad = append(bad, fmt.Sprintf("%s imports the game %s; games are found through %s", s.path, dir, registry))
		}
	}
	return bad
}

// doors are the packages of p2p that the command line may use: the control
// interface, what `up` and `doctor` need to be or to examine a daemon, and the
// errors that they explain. What is said between nodes is behind them.
var doors = []string{"p2p/browser", "p2p/control", "p2p/control/inprocess", "p2p/control/plain", "p2p/control/sheet", "p2p/daemon", "p2p/host", "p2p/store", "p2p/discovery"}

func frontDoors(s source) (bad []string) {
	if s.test || layer(s.dir) <= layer("p2p") {
		return nil
	}
	for _, dir := range s.folders {
		if within(dir, "p2p") && !slices.Contains(doors, dir) {
			bad = append(bad, fmt.Sprintf("%s imports %s; the command line talks to the daemon through p2p/control", s.path, dir))
		}
	}
	return bad
}

// supportOf keeps packages that are for tests out of the program.
func supportOf(sources []source) func(source) []string {
	support := map[string]bool{}
	for _, s := range sources {
		if s.test && !testFile(s.path) {
			support[s.dir] = true
		}
	}
	return func(s source) (bad []string) {
		if s.test {
			return nil
		}
		for _, dir := range s.folders {
			if support[dir] {
				bad = append(bad, fmt.Sprintf("%s imports %s, which is for tests", s.path, dir))
			}
		}
		return bad
	}
}
