package invite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/qr"
	"fives/cli/say"
	"fives/p2p/api"
)

// Shown is an invitation as its host sees it.
type Shown struct {
	api.Invitation
	URL   string `json:"url,omitempty"`   // the address that the code leads to
	Table string `json:"table,omitempty"` // the table that it leads to, "" for the lobby
	Code  string `json:"code,omitempty"`  // the code of the table, if it is private
	Page  string `json:"page,omitempty"`  // hash of the page's code, "" if there is no page to play on
	Files []File `json:"files"`           // the files that can be downloaded
	// Unreachable says why the address does not even answer this machine.
	Unreachable string `json:"unreachable,omitempty"`

	fragment string // the fragment of each address
}

// A Daemon can invite; *control.Client is one.
type Daemon interface {
	Invite(ctx context.Context, r api.InviteRequest) (api.Invitation, error)
}

// A Table is where an invitation leads; its ID is "" for the lobby.
type Table struct {
	ID   string
	Code string // if the table is private
}

// Make turns the invitation on, and shows it.
func Make(ctx context.Context, d Daemon, r api.InviteRequest, to Table) (Shown, error) {
	i, err := d.Invite(ctx, r)
	if err != nil {
		return Shown{}, err
	}
	return Show(ctx, i, to), nil
}

// Show asks at the address of an invitation that is on what guests find there.
func Show(ctx context.Context, i api.Invitation, to Table) Shown {
	s := newShown(i)
	s.Table, s.Code, s.fragment = to.ID, to.Code, to.fragment()
	if len(i.URLs) == 0 {
		return s
	}
	s.URL = i.URLs[0] + s.fragment
	if s.ByName != "" {
		s.ByName += s.fragment
	}
	served, err := Ask(ctx, i.URLs[0])
	if err != nil {
		s.Unreachable = err.Error()
	}
	s.Page, s.Files = served.Code, append(s.Files, served.Files...)
	return s
}

// newShown makes no list nil, because JSON would write that as null.
func newShown(i api.Invitation) Shown {
	i.URLs, i.Addresses = append([]string{}, i.URLs...), append([]string{}, i.Addresses...)
	return Shown{Invitation: i, Files: []File{}}
}

// fragment is the part of the address that leads to a table. It is short, so that a code fits
// on a small screen. Browsers do not send it.
func (t Table) fragment() string {
	switch {
	case t.ID == "":
		return ""
	case t.Code == "":
		return "#t=" + say.Short(t.ID)
	}
	return "#t=" + say.Short(t.ID) + "&c=" + t.Code
}

// narrowest is the least room for text beside a code.
const narrowest = 28

// Lines shows an invitation on a terminal of the style's width: the code with the text below
// it, or beside it if there are too few rows, or the text alone if there is no room for the
// code. If rows is 0, it takes as many as it needs.
func (s Shown) Lines(style draw.Style, rows int) []string {
	if s.URL == "" {
		return s.text(style, style.Width, true)
	}
	for _, all := range []bool{true, false} {
		if lines := s.withCode(style, rows, all); lines != nil {
			return lines
		}
	}
	return append(s.text(style, style.Width, true), "the terminal is too small for the code")
}

// withCode shows the code and, if all, all addresses. It returns nil if there is no room.
func (s Shown) withCode(style draw.Style, rows int, all bool) []string {
	text := s.text(style, style.Width, all)
	for _, border := range []int{qr.Wide, qr.Narrow} {
		code, err := qr.New(s.URL, border)
		if err != nil {
			break
		}
		columns, height := code.Measure(style)
		if columns <= style.Width && (rows == 0 || height+1+len(text) <= rows) {
			return append(append(code.Lines(style), ""), text...)
		}
		if columns+2+narrowest > style.Width {
			continue // no text fits beside it
		}
		if aside := s.text(style, style.Width-columns-2, all); max(height, len(aside)) <= rows {
			return beside(code.Lines(style), aside)
		}
	}
	return nil
}

// beside puts text to the right of a code.
func beside(code, text []string) (lines []string) {
	for i := range max(len(code), len(text)) {
		line := strings.Repeat(" ", layout.Width(code[0]))
		if i < len(code) {
			line = code[i]
		}
		if i < len(text) {
			line += "  " + text[i]
		}
		lines = append(lines, line)
	}
	return lines
}

// Others lists the addresses that the code does not contain.
func (s Shown) Others() (list []string) {
	for _, url := range slices.Concat(s.URLs[min(1, len(s.URLs)):], s.Tunnels) {
		list = append(list, url+s.fragment)
	}
	return list
}

// text writes what goes with the code and, if all, all addresses.
func (s Shown) text(style draw.Style, width int, all bool) (lines []string) {
	if s.URL == "" {
		lines = layout.Wrap("no network yet: guests are invited, and find the page once this machine is on a network", width)
		return append(lines, s.others(width)...)
	}
	to := "open this on a device in this network, or scan the code:"
	if s.Table != "" {
		to = "straight to the table (" + say.Short(s.Table) + "): " + to
	}
	lines = append(lines, layout.Wrap(to, width)...)
	for _, part := range breakAddress(s.URL, width) {
		lines = append(lines, style.Strong(part))
	}
	if all {
		lines = append(lines, s.others(width)...)
	}
	if s.ByName != "" {
		lines = append(lines, layout.Wrap("or by name, which not every device finds; who comes by it is known again when the address of this machine changes:", width)...)
		lines = append(lines, breakAddress(s.ByName, width)...)
	}
	if s.Unreachable != "" {
		for _, l := range layout.Wrap(say.Clean("it does not answer: "+s.Unreachable), width) {
			lines = append(lines, style.Warning(l))
		}
	}
	if s.Public {
		for _, l := range layout.Wrap("this address is public: browsers keep a page from there away from nodes at private addresses, so guests may not reach the others at a table", width) {
			lines = append(lines, style.Warning(l))
		}
	}
	return append(lines, layout.Wrap("your node: "+s.Fingerprint, width)...)
}

// others writes the addresses that the code does not contain. The code never leads to a tunnel,
// because those who scan it are in the room.
func (s Shown) others(width int) (lines []string) {
	for _, o := range []struct {
		what string
		urls []string
	}{
		{"or at another address of this machine:", s.URLs[min(1, len(s.URLs)):]},
		{"for whoever is at the other end of a tunnel (a VPN), and nobody else:", s.Tunnels},
	} {
		if len(o.urls) > 0 {
			lines = append(lines, layout.Wrap(o.what, width)...)
		}
		for _, url := range o.urls {
			lines = append(lines, breakAddress(url+s.fragment, width)...)
		}
	}
	return lines
}

// breakAddress writes an address, on several lines if one is too narrow; each has a byte of it.
func breakAddress(address string, width int) (lines []string) {
	width = max(1, width)
	if at := strings.IndexByte(address, '#'); at > 0 && len(address) > width {
		return append(breakAddress(address[:at], width), breakAddress(address[at:], width)...)
	}
	for len(address) > width {
		lines = append(lines, address[:width])
		address = address[width:]
	}
	return append(lines, address)
}

// Hashes writes what guests can download, each file with its hash below it, and the hash of the
// page.
func (s Shown) Hashes(style draw.Style) (lines []string) {
	for _, f := range s.Files {
		own := ""
		if f.Own {
			own = ", this program"
		}
		lines = append(lines, fmt.Sprintf("%s (%s, %.0f MB%s, %s)", f.Name, f.System, float64(f.Size)/1e6, own, f.Origin.Of("your own build")), "  "+style.Weak(f.SHA256))
	}
	switch {
	case s.URL == "" || s.Unreachable != "":
	case s.Page == "":
		lines = append(lines, "no page to play on: this fives was built without it, so guests need the program")
	default:
		lines = append(lines, "the page's code: "+s.Page)
	}
	return lines
}
