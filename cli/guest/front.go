package guest

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"fives/cli/invite"
	"fives/cli/report"
	"fives/cli/say"
	"fives/cli/web"
	"fives/p2p/api"
)

//go:embed front.html
var frontText string

//go:embed front.css
var frontStyle string

//go:embed front.js
var frontScript string

var frontPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("front").Parse(frontText))
})

// A front is what there is at an invitation beside the game. Without the program for browsers, it
// is a page of its own.
type front struct {
	Style       template.CSS
	Script      template.JS
	Name        string // the inviter's name
	Fingerprint string
	Code        string // the hash of the page's code, "" if there is none
	Play, Logs  bool   // whether visitors can play, and check logs, in the browser
	Version     string
	Pocket      bool
	Fit         []offer // files for the visitor's system, the best first
	Others      []offer
	Sealed      bool   // some of them are the signed release
	Lacks       string // the visitor's system, if it is known and there is no file for it
	Peer        string // the inviter's node, for a network without multicast
}

// An offer is a file as the page shows it.
type offer struct {
	invite.File
	Label    string // the system
	Megabyte string
	Kind     string // program, tar, zip or deb
	From     string // who made it
	Folder   string // the folder that an archive unpacks to
}

func (n *invitation) front(w http.ResponseWriter, r *http.Request) {
	v := whoVisits(r.UserAgent())
	fit, others := fitting(v, n.files, release(api.ProgramVersion()))
	lacks := ""
	if len(fit) == 0 && len(v.Systems) > 0 { // what runs elsewhere is of no use there
		lacks, others = kinds[strings.SplitN(v.Systems[0], "-", 2)[0]], nil
	}
	now := n.now()
	f := front{
		Play: len(n.site.node) > 0, Logs: n.site.logs != nil, Style: template.CSS(frontPageStyle), Script: template.JS(frontScript),
		Name: say.Name(n.name), Fingerprint: now.Fingerprint, Code: n.site.code, Version: api.ProgramVersion(),
		Pocket: v.Pocket, Fit: n.offers(fit), Others: n.offers(others), Sealed: n.seal != nil, Lacks: lacks, Peer: peerAt(r.Host, now.Addresses),
	}
	if !f.Play {
		allow(w, frontPolicy)
		_ = frontPage().Execute(w, f) // nobody may be reading
		return
	}
	var below bytes.Buffer
	_ = frontPage().ExecuteTemplate(&below, "below", f) // a buffer takes everything
	writePage(w, r, func(w io.Writer) error {
		return web.Shell(w, "web/", n.site.worker(n.shelf), web.PlaceOf(n.path), n.former, web.Landing{Host: f.Name, Below: template.HTML(below.String())})
	})
}

// kinds are the systems, whatever processor they run on.
var kinds = map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}

var frontPolicy = policy(frontPageStyle, "font-src 'self'; script-src "+report.SourceHash(frontScript))

// plainStyle is the style of the pages here; frontPageStyle adds the font.
var plainStyle, frontPageStyle = web.Look() + frontStyle, web.FontFace() + web.Look() + frontStyle

// policy allows a page its style sheet and its scripts, and nothing from any other host.
func policy(style, scripts string) string {
	return "default-src 'none'; img-src data:; style-src " + report.SourceHash(style) + "; " + scripts +
		"; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// allow writes the header of a page with that policy.
func allow(w http.ResponseWriter, policy string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy)
}

func (n *invitation) offers(all []*download) (list []offer) {
	for _, d := range all {
		o := offer{File: d.File, Label: systemNames[d.System], Megabyte: fmt.Sprintf("%.0f MB", float64(d.Size)/1e6), Kind: "program", From: d.Origin.Of(say.Name(n.name) + "'s own build")}
		for _, kind := range []string{"tar.gz", "zip", "deb"} {
			if folder, ok := strings.CutSuffix(d.Name, "."+kind); ok && !d.Own {
				o.Kind, o.Folder = kind, folder
			}
		}
		list = append(list, o)
	}
	return list
}

// peerAt returns the address of the node for the visitor's program: the one with the IP address
// at which the visitor has found the page or, without one, any other.
func peerAt(host string, addresses []string) string {
	ip, _, err := net.SplitHostPort(host)
	if err != nil {
		ip = host
	}
	for _, a := range addresses {
		if strings.Contains(a+"/", "/"+ip+"/") {
			return a
		}
	}
	if len(addresses) > 0 {
		return addresses[0]
	}
	return ""
}
