package daemon

import (
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Status is the command status.
func Status(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "status",
		Usage: "say who you are, where your node can be reached, and what is wrong",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: console.OnNode(s, func(c *cli.Context, client *control.Client) error {
			st, err := client.Status(c.Context)
			if err != nil {
				return err
			}
			if err := printStatus(s, c, st); err != nil || c.Bool("json") {
				return err
			}
			return printWishes(s, c, client)
		}),
	}
}

// printWishes says at which tables a seat is to change hands and waits for this person's word.
func printWishes(s *console.Streams, c *cli.Context, client *control.Client) error {
	all, err := client.Mine(c.Context)
	if err != nil {
		return err
	}
	for _, m := range all.Mine {
		if wish := say.ToAgree(m.ToAgree); wish != "" {
			s.Printf("  %s: %s\n", say.OwnTable(m), s.Style(false).Strong(wish+" (fives seat agree)"))
		}
	}
	return nil
}

// printStatus prints the answer of status, and of up.
func printStatus(s *console.Streams, c *cli.Context, st api.Status) error {
	if c.Bool("json") {
		return s.JSON(st)
	}
	style := s.Style(false)
	s.Printf("%s is up %s\n", style.Strong(st.Name), style.Weak("(process "+strconv.Itoa(st.PID)+", version "+st.Version+")"))
	s.Printf("  fingerprint  %s\n", st.Fingerprint)
	s.Printf("  home         %s\n", st.Home)
	if st.Network != "" {
		s.Printf("  network      %s\n", st.Network)
	}
	printList(s, "address", st.Addresses)
	for i, l := range st.Interfaces {
		s.Printf("  %-12s %s\n", heading(i, "discovery"), describeLink(l))
	}
	s.Printf("  peers        %d\n", st.Peers)
	s.Printf("  tables       %d\n", st.Tables)
	if i := st.Invitation; i != nil {
		printList(s, "guests", slices.Concat(i.URLs, i.Tunnels))
		if i.ByName != "" && len(i.URLs) > 0 {
			s.Printf("  %-12s %s\n", "", i.ByName)
		}
	}
	for i, line := range say.Outside(st.Outside, time.Now()) {
		s.Printf("  %-12s %s\n", heading(i, "outside"), line)
	}
	for i, l := range st.Links {
		s.Printf("  %-12s %s\n", heading(i, "links"), say.FarLink(l, time.Now()))
	}
	for _, w := range st.Warnings {
		s.Printf("  %s\n", style.Warning("warning      "+say.Warning(w)))
	}
	return nil
}

// printList prints a list of addresses under a name.
func printList(s *console.Streams, name string, addresses []string) {
	for i, a := range addresses {
		s.Printf("  %-12s %s\n", heading(i, name), a)
	}
	if len(addresses) == 0 {
		s.Printf("  %-12s %s\n", name, "no network yet")
	}
}

// heading names the first line of a list only.
func heading(i int, name string) string {
	if i > 0 {
		return ""
	}
	return name
}

func describeLink(l api.Link) string {
	text := l.Name
	switch {
	case l.Starting():
		text += ": starting"
	case len(l.Problems) > 0 && !l.Discovery:
		text += ": none, " + say.Warnings(l.Problems)
	case len(l.Problems) > 0:
		text += ": " + say.Warnings(l.Problems)
	}
	return text
}
