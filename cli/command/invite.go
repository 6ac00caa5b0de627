package command

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/invite"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Invite is the command invite.
func Invite(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "invite",
		Usage: "let others play in a browser, or from afar; let NAME watch your table",
		Description: "It shows an address and its QR code, which leads to your only open table, unless that is\n" +
			"private, or to the one that --table names. Whoever opens it finds a page of this node: the game in\n" +
			"the browser, and the program to download. The page is on until fives invite --off, or\n" +
			"until the daemon ends; while a guest has a seat at a table that is not over, and for a day after\n" +
			"that, it comes back with the daemon, at the same address. A guest's key is for one address: while\n" +
			"a guest has a seat, the next invitation has the same one, unless --new or --port asks for another.\n" +
			"Compare the fingerprint and the hashes with what guests see.\n\n" +
			"With --far it makes a link for friends in another town, who have fives: one line to send. HOST is the\n" +
			"address at which this machine can be reached from the internet, or its name: the page of your router\n" +
			"shows it, as WAN or Internet address, and sites that show your address do. PORT is a TCP port, 45354\n" +
			"without it. Without HOST it asks the router to open the port. Whoever has the link gets in, until\n" +
			"--far --off, or --far --new, which makes another one. Nobody comes in from outside without.\n\n" +
			"With NAME it lets somebody watch your private table, which was opened with --spectators, and shows\n" +
			"no address. NAME is a name, a fingerprint or at least 12 digits of its beginning, as fives peers\n" +
			"shows them; a name is only a claim: compare the fingerprint by voice. Whoever is let in sees what\n" +
			"is public, and everybody at the table is told. It holds for this one table, and cannot be taken\n" +
			"back.",
		ArgsUsage: "[NAME | --far [HOST[:PORT]]]",
		Flags: console.AndJSON(console.TableFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "far", Usage: "a link for friends in another town"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "off", Usage: "invite nobody any more; with --far, take the link back"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "new", Usage: "draw a new address: whoever came by the present one is somebody new there; with --far, another link"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "yes", Aliases: []string{"y"}, Usage: "with --new or --port: even if guests who have a seat find back no more"},
			&cli.StringFlag{Name: "archives", Usage: "offer the archives of a release in this `FOLDER` too, for other systems than yours"},
			&cli.IntFlag{Name: "port", Usage: "the TCP `PORT` of the page; with --far, that of this machine where the router has another", DefaultText: "the next free one above the node's"},
		),
		Action: func(c *cli.Context) error {
			if c.Bool("far") {
				return inviteFar(s, c)
			}
			r, err := inviteRequest(c)
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			id := c.String("table")
			if who := c.Args().First(); who != "" {
				return s.Do(c, client, shown.Deed{Act: shown.ActAdmit, With: shown.With{Table: id, Name: who}}, false)
			}
			if r.Off {
				return endInvitation(s, c, client)
			}
			tables, err := client.Tables(c.Context)
			if err != nil {
				return err
			}
			to := onlyOpen(tables)
			if id != "" {
				if to, err = invitedTable(tables, id); err != nil {
					return err
				}
			}
			i, err := invite.Make(c.Context, client, r, to)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(i)
			}
			printInvitation(s, c, i)
			return nil
		},
	}
}

// onlyOpen returns the table that guests are led to where none is named: the only open one at which this
// person sits, none if there are several. The code of a private one is given away only where it is named.
func onlyOpen(all api.Tables) (to invite.Table) {
	for _, o := range all.Open {
		switch {
		case !o.Mine && !o.Joined || o.Running:
		case to.ID != "" || o.Private:
			return invite.Table{}
		default:
			to.ID = o.ID
		}
	}
	return to
}

// inviteRequest reads the command line.
func inviteRequest(c *cli.Context) (r api.InviteRequest, err error) {
	who, err := console.Operand(c, "name")
	switch {
	case err != nil:
		return r, err
	case who != "" && slices.ContainsFunc([]string{"off", "new", "yes", "archives", "port"}, c.IsSet):
		return r, console.Usage("fives invite NAME --table TABLE", "whoever is to watch a table is invited without flags of the page")
	}
	r.Off = c.Bool("off")
	if r.Off && (c.IsSet("table") || c.IsSet("archives") || c.IsSet("port") || c.IsSet("new")) {
		return r, console.Usage("fives invite --off", "--off goes with no table, folder or port, and not with --new")
	}
	if r.New, r.Sure = c.Bool("new"), c.Bool("yes"); r.Sure && !r.New && !c.IsSet("port") {
		return r, console.Usage("fives invite --new --yes", "--yes goes with --new or --port")
	}
	if r.Port = c.Int("port"); r.Port < 0 || r.Port > 65535 {
		return r, console.Usage("give a number from 1024 to 65535", "port %d does not exist", r.Port)
	}
	if folder := c.String("archives"); folder != "" {
		if r.Archives, err = filepath.Abs(folder); err != nil {
			return r, err
		}
		if info, err := os.Stat(r.Archives); err != nil || !info.IsDir() {
			return r, console.Usage("it is a folder with the archives of a release, as make release fills", "%s is no folder", folder)
		}
	}
	return r, nil
}

func endInvitation(s *console.Streams, c *cli.Context, client *control.Client) error {
	done, err := shown.InviteNobody().Do(c.Context, client)
	if i, is := done.Data.(api.Invitation); err == nil && is && c.Bool("json") {
		return s.JSON(invite.Show(c.Context, i, invite.Table{}))
	}
	if err == nil {
		s.Printf("%s\n", done.Says)
	}
	return err
}

// inviteFar is invite --far.
func inviteFar(s *console.Streams, c *cli.Context) error {
	at, err := console.Operand(c, "address")
	if err != nil {
		return err
	}
	if slices.ContainsFunc([]string{"table", "yes", "archives"}, c.IsSet) {
		return console.Usage("fives invite --far [HOST[:PORT]]", "--far goes with --off, --new and --port only")
	}
	r := api.FarRequest{Address: at, Port: c.Int("port"), New: c.Bool("new"), Off: c.Bool("off")}
	switch {
	case r.Off && (at != "" || r.New || r.Port != 0):
		return console.Usage("fives invite --far --off", "--off goes with no address or port, and not with --new")
	case r.Port < 0 || r.Port > 65535:
		return console.Usage("give a number from 1024 to 65535", "port %d does not exist", r.Port)
	}
	client, err := console.Dial(s, c)
	if err != nil {
		return err
	}
	if r.Off && !c.Bool("json") {
		if st, err := client.Status(c.Context); err == nil && (st.Outside == nil || !st.Outside.On) {
			return noLink(s, st.Outside)
		}
	}
	spin := s.Progress()
	if at == "" && !r.Off {
		spin.Say("asking the router")
	}
	i, err := client.Far(c.Context, r)
	spin.Done()
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return s.JSON(i)
	}
	for _, l := range invite.FarLines(i, s.Style(c.Bool("ascii")), 0, false) {
		s.Printf("%s\n", l)
	}
	if i.On {
		s.Note("whoever has the link gets in until: fives invite --far --off")
	}
	return nil
}

// noLink says that there is no link to take back, and who may stay by one that was.
func noLink(s *console.Streams, o *api.Outside) error {
	for _, l := range append([]string{say.NoLinkToTakeBack}, say.Outside(o, time.Now())...) {
		s.Printf("%s\n", l)
	}
	return nil
}

// printInvitation prints the code and the address last, so that they stay on the screen.
func printInvitation(s *console.Streams, c *cli.Context, i invite.Shown) {
	style := s.Style(c.Bool("ascii"))
	for _, l := range append(i.Hashes(style), i.Lines(style, 0)...) {
		s.Printf("%s\n", l)
	}
	s.Note("guests are invited until: %s", shown.InviteNobody().Command())
	s.Note("%s %s makes a link", shown.InviteFar.Label, shown.InviteFar.Command())
}

// invitedTable returns the table that the command means: an open one, or one of this node's own
// that others may watch.
func invitedTable(all api.Tables, id string) (invite.Table, error) {
	fit := map[string]invite.Table{}
	for _, t := range all.Mine {
		fit[t.ID] = invite.Table{ID: t.ID}
	}
	for _, o := range all.Open {
		fit[o.ID] = invite.Table{ID: o.ID, Code: o.Code}
	}
	maps.DeleteFunc(fit, func(of string, _ invite.Table) bool { return !strings.HasPrefix(of, api.TypedID(id)) })
	switch found := slices.Collect(maps.Values(fit)); len(found) {
	case 0:
		return invite.Table{}, api.Fail(api.ReasonNoTable, api.Data{Name: id})
	case 1:
		return found[0], nil
	default:
		return invite.Table{}, api.Ambiguous(found, func(t invite.Table) string { return t.ID })
	}
}
