package daemon

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
		Subcommands: []*cli.Command{trust(s), connect(s, "add")},
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
				s.Note("nobody yet; fives status says whether discovery works, fives connect reaches a node by its address, or a friend elsewhere by a link")
				return nil
			}
			style := s.Style(false)
			t := layout.Grid{}
			warned := false
			for _, p := range peers {
				state := cmp.Or(say.Guest(p), "connected")
				if far := say.Far(p); far != "" {
					state += ", " + far
				}
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

// Connect is the command connect.
func Connect(s *console.Streams) *cli.Command { return connect(s, "connect") }

// connect is the command connect, also by its name below peers.
func connect(s *console.Streams, name string) *cli.Command {
	return &cli.Command{
		Name:      name,
		Usage:     "connect to a node by its address, or to a friend elsewhere by a link",
		ArgsUsage: "ADDRESS | LINK | -",
		Description: "ADDRESS is that of a node on this network, where multicast does not get through: fives status\n" +
			"over there prints it, as in /ip4/192.168.1.7/tcp/45355/p2p/12D3…\n\n" +
			"LINK is from a friend in another town, who makes it with fives invite --far; it begins with far:.\n" +
			"It is kept, and tried again after restarts of either side, until --forget; fives status shows how\n" +
			"it stands. Others on this machine can read what is on a command line: with - it is read from\n" +
			"standard input.",
		Flags: console.AndJSON(&cli.StringFlag{Name: "forget", Usage: "hang up on the friend of this `NAME`, or fingerprint, and keep the link no more"}),
		Action: func(c *cli.Context) error {
			to := strings.Join(c.Args().Slice(), "") // an address has no blanks, but may be pasted with some
			deed := shown.Deed{Act: shown.ActConnect, With: shown.With{To: to}, While: shown.Connect.While}
			switch forget := c.String("forget"); {
			case c.IsSet("forget") && (forget == "" || to != ""):
				return console.Usage("fives status lists the links", "--forget needs a name, and goes with no address")
			case forget != "":
				deed.With, deed.While = shown.With{To: forget, Not: true}, ""
			case to == "":
				return console.Usage("fives status prints the address of a node", "%s needs an address or a link", strings.TrimPrefix(c.Command.HelpName, "fives "))
			case to == "-":
				text, err := io.ReadAll(io.LimitReader(s.In, longestLink))
				if err != nil {
					return err
				}
				if deed.With.To = strings.TrimSpace(string(text)); deed.With.To == "" {
					return console.Usage("as in: fives connect - < link.txt", "standard input has no address or link")
				}
			}
			client, err := console.Dial(s, c)
			if control.IsDown(err) { // and nobody should have to type a secret twice
				f := console.Explain(err)
				f.Hint += "\nthen this line once more: the arrow key up brings it back"
				return errors.Join(f, err)
			}
			if err != nil {
				return err
			}
			return s.Do(c, client, deed, false)
		},
	}
}

const longestLink = 4096 // bytes that are read of one

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
