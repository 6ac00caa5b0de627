package main

import (
	"fmt"
	"go/ast"
	"maps"
	"regexp"
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

// floorLine is a package in the list of p2p/doc.go; what goes on below it begins with
// more blanks.
var floorLine = regexp.MustCompile(`(?m)^\t([a-z0-9]+) {2,}\S`)

// floors are the packages that the list of p2p/doc.go names, in its order. A package
// below one of them is on the same floor.
func floors(sources []source) (names []string) {
	for _, s := range sources {
		_, list, _ := strings.Cut(s.syntax.Doc.Text(), "# Packages")
		list, _, _ = strings.Cut(list, "\n# ")
		if s.dir == "p2p" {
			for _, m := range floorLine.FindAllStringSubmatch(list, -1) {
				names = append(names, "p2p/"+m[1])
			}
		}
	}
	return names
}

// p2pOrder requires every package of p2p in that list, and imports that go up the list only.
func p2pOrder(sources []source) (bad []string) {
	floors := floors(sources)
	floor := func(dir string) int {
		return slices.IndexFunc(floors, func(f string) bool { return within(dir, f) })
	}
	there, stray := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		there[s.dir] = true
		if s.test || s.dir == "p2p" || layer(s.dir) != layer("p2p") {
			continue
		}
		if floor(s.dir) < 0 {
			stray[s.dir] = true
			continue
		}
		for _, dir := range s.folders {
			if floor(dir) > floor(s.dir) {
				bad = append(bad, fmt.Sprintf("%s imports %s, which is below it in the list of p2p/doc.go", s.path, dir))
			}
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(stray)) {
		bad = append(bad, dir+" is not in the list of p2p/doc.go")
	}
	for _, dir := range floors {
		if !there[dir] {
			bad = append(bad, "p2p/doc.go lists what is not there: "+dir)
		}
	}
	return bad
}

// home says where a dependency may be used outside tests. The longest prefix
// of an import path counts.
var home = map[string][]string{
	"filippo.io/edwards25519":              {"crypto/ristretto", "crypto/signature", "engine/record"},
	"github.com/fxamacker/cbor/v2":         {"engine", "p2p"},
	"github.com/libp2p/":                   {"p2p"},
	"github.com/multiformats/":             {"p2p", "cli/doctor"},
	"github.com/quic-go/":                  {"p2p/host"},
	"github.com/huin/goupnp":               {"p2p/router"},
	"github.com/jackpal/go-nat-pmp":        {"p2p/router"},
	"github.com/coder/websocket":           {"p2p/host/websocket"},
	"github.com/hashicorp/mdns":            {"p2p/discovery"},
	"github.com/miekg/dns":                 {"p2p/discovery"},
	"zombiezen.com/go/sqlite":              {"p2p/store/sqlite"},
	"modernc.org/":                         {"p2p/store/sqlite"},
	"github.com/gofrs/flock":               {"p2p/control"},
	"golang.org/x/sys/":                    {"p2p", "cli"},
	"golang.org/x/sys/cpu":                 {"crypto/ristretto"},
	"golang.org/x/time/rate":               {"p2p"},
	"golang.org/x/term":                    {"cli"},
	"golang.org/x/text/":                   {"engine/record", "cli"},
	"charm.land/":                          {"cli"},
	"github.com/charmbracelet/":            {"cli"},
	"github.com/charmbracelet/x/ansi":      {"cli", "cmd/pictures"},
	"github.com/charmbracelet/x/vt":        {"cmd/pictures"},
	"github.com/charmbracelet/ultraviolet": {"cmd/pictures"},
	"github.com/clipperhouse/":             {"cli/layout"},
	"github.com/urfave/cli/v2":             {"cli"},
	"rsc.io/qr/coding":                     {"cli/qr"},
	"github.com/creack/pty":                {"cmd/pictures"},
	"github.com/decred/":                   {"cmd/wasm/instead"},
	"google.golang.org/protobuf":           {"cmd/wasm/instead"},
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

// grounded are the packages of a program for browsers that know sockets, files or libp2p all
// the same, and why. Only they and commands may import one another.
var grounded = map[string]string{
	"p2p/control":        "HTTP, over the daemon's socket",
	"p2p/host":           "it is where libp2p is",
	"p2p/host/websocket": "a browser's way out",
	"p2p/streams":        "libp2p's streams",
	"p2p/node":           "it wires the host to the rest",
	"p2p/browser":        "it makes a node of these",
	"cli/web":            "its pages are served over HTTP, to a browser as well",
	"cli/web/port":       "HTTP without a socket",
}

// light are the modules that portable packages may use: they open nothing.
var light = []string{
	"filippo.io/edwards25519", "github.com/fxamacker/cbor/v2", "golang.org/x/text", "golang.org/x/time/rate",
	"github.com/clipperhouse/displaywidth", "rsc.io/qr/coding",
}

// heavy reports whether an import is one of sockets, files or libp2p.
func heavy(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case imported == "net/netip", imported == "net/url":
		return false
	case strings.Contains(first, "."):
		return !slices.ContainsFunc(light, func(l string) bool { return within(imported, l) })
	}
	return first == "os" || first == "net" || imported == "syscall"
}

// portable checks that what runs in browsers, wherever it is, knows nothing of sockets, files
// and libp2p, neither itself nor through another package of the module, except for the packages
// that are grounded.
func portable(sources []source) (bad []string) {
	in := inBrowsers(sources)
	for _, s := range sources {
		if s.test || !s.browser || !in[s.dir] || grounded[s.dir] != "" || layer(s.dir) == layer("cmd") {
			continue
		}
		for _, i := range s.imports {
			if heavy(i) {
				bad = append(bad, fmt.Sprintf("%s imports %s; it is to run in a browser, too", s.path, i))
			}
		}
		for _, dir := range s.folders {
			if grounded[dir] != "" {
				bad = append(bad, fmt.Sprintf("%s imports %s, which knows sockets; it is to run in a browser, too", s.path, dir))
			}
		}
	}
	return bad
}

// inBrowsers are the folders whose code is in a program that can only be built for
// browsers.
func inBrowsers(sources []source) map[string]bool {
	native, in := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		native[s.dir] = native[s.dir] || s.native && !s.test
	}
	for _, s := range sources {
		if layer(s.dir) == layer("cmd") && s.browser && !s.test && !native[s.dir] {
			in[s.dir] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, s := range sources {
			if s.test || !s.browser || !in[s.dir] {
				continue
			}
			for _, dir := range s.folders {
				grown = grown || !in[dir]
				in[dir] = true
			}
		}
	}
	return in
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

// doors are the packages of p2p that the command line may use: the control interface and what
// is said over it, what `up` and `doctor` need to be or to examine a daemon, and the errors
// that they explain, and faces, by which people are drawn where no node can be asked. What nodes
// say to each other is behind them.
var doors = []string{"p2p/api", "p2p/browser", "p2p/control", "p2p/daemon", "p2p/faces", "p2p/host", "p2p/store", "p2p/discovery"}

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

// oneJSON has answers in JSON written in one place, which escapes what a terminal would obey.
func oneJSON(s source) (bad []string) {
	if s.test || s.dir == "p2p/api" {
		return nil
	}
	ast.Inspect(s.syntax, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == "json" && sel.Sel.Name == "NewEncoder" {
			bad = append(bad, s.at(n)+": json.NewEncoder; api.WriteJSON writes answers")
		}
		return true
	})
	return bad
}

// fullScreen keeps commands and web pages out of the packages that make the full screen.
func fullScreen(sources []source) (bad []string) {
	others := []string{"cli/command", "cli/guest", "cli/report", "cli/web"}
	in := map[string]bool{"cli/tui": true}
	for grown := true; grown; {
		grown = false
		for _, s := range sources {
			if s.test || !in[s.dir] {
				continue
			}
			for _, dir := range s.folders {
				if slices.Contains(others, dir) {
					bad = append(bad, fmt.Sprintf("%s imports %s; the full screen stands on no command and no web page", s.path, dir))
				} else if !in[dir] {
					in[dir], grown, bad = true, true, nil
				}
			}
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
