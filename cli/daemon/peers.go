package daemon

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/doctor"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Peers is the command peers.
func Peers(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "peers",
		Usage:       "list the nodes on the network",
		Description: "Names are claims; the fingerprint is who somebody is. Compare it once by voice.",
		Subcommands: []*cli.Command{trust(s), add(s)},
		Flags:       []cli.Flag{console.JSONFlag()},
		Action: console.OnNode(s, func(c *cli.Context, client *control.Client) error {
			peers, err := client.Peers(c.Context)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(peers)
			}
			alone := doctor.Alone(c.Context, client)
			if len(peers)+len(alone) == 0 {
				s.Note("nobody yet; fives status says whether discovery works, fives peers add reaches a node by its address")
				return nil
			}
			style := s.Style(false)
			t := layout.Grid{}
			warned := false
			for _, p := range peers {
				state := cmp.Or(say.Guest(p), "connected")
				if !p.Connected {
					state = "not connected, seen " + p.Seen.Local().Format("15:04")
				}
				t.Row(shownPeer(p.Name), p.Fingerprint, state, p.Address)
				if text := versionOf(p, client.Version()); text != "" {
					t.Line("  " + text)
				}
				warned = warned || p.Warning.Fingerprint != ""
				if p.Warning.Code != "" {
					t.Line("  " + style.Warning(say.Warning(p.Warning)))
				}
			}
			if len(peers) > 0 {
				s.Printf("%s%s\n", t.Within(s.Columns()), say.Here(peers))
			}
			if warned {
				s.Note("%s", say.HowToTrust)
			}
			s.Notes(alone)
			return nil
		}),
	}
}

// trust is the command peers trust.
func trust(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "trust",
		Usage:     "accept the new key of somebody whose name you know",
		ArgsUsage: "NAME",
		Description: "NAME is a name that has come with another key than the one you know, or the fingerprint of\n" +
			"that key: fives peers, tables and show warn of it. Anybody can take any name: compare the\n" +
			"fingerprint by voice first. The old key stays accepted too.",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: func(c *cli.Context) error {
			who := strings.Join(c.Args().Slice(), " ")
			if who == "" {
				return console.Usage("fives peers says whose key is new", "peers trust needs a name or a fingerprint")
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActTrust, With: shown.With{To: who}}, false)
		},
	}
}

// add is the command peers add.
func add(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "add",
		Usage:       "connect to a node by its address, where multicast does not get through",
		ArgsUsage:   "MULTIADDR",
		Description: "fives status prints a node's addresses, as in /ip4/192.168.1.7/tcp/45355/p2p/12D3….",
		Flags:       []cli.Flag{console.JSONFlag()},
		Action: func(c *cli.Context) error {
			addr, err := console.NeededOperand(c, "address", "an address", "fives status prints the address of a node")
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActConnect, With: shown.With{To: addr}}, false)
		},
	}
}

// versionOf says which version a node plays with, if it is not this node's.
func versionOf(p api.Peer, own string) string {
	if !p.Connected || p.Protocol != record.Version || p.Age == api.SameAge && (p.Version == own || p.Version == "") {
		return ""
	}
	if p.Version == "devel" && strings.HasPrefix(own, p.Version) {
		return "" // a page does not know which build it is, and may be of this one
	}
	program := "fives"
	if p.Version != "" {
		program += " " + p.Version
	}
	than := "another version than yours"
	if p.Age != api.SameAge {
		than = string(p.Age) + " than yours"
	}
	return fmt.Sprintf("plays with %s, which is %s; you can play together", program, than)
}

// shownPeer returns the name of a node, "" if it is not known.
func shownPeer(name string) string {
	if name == "" {
		return ""
	}
	return say.Name(name)
}
