package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"

	"fives/cli/cards"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
)

//go:embed static
var static embed.FS

// basis is the beginning of the style sheets of all pages: colours, type, people.
//
//go:embed static/look.css
var basis string

// feltStyle is what tables and the big screen share: how cards lie, and how a seat looks.
//
//go:embed static/felt.css
var feltStyle string

// Look returns the style that the pages share, without the font.
func Look() string {
	_, rest, _ := strings.Cut(basis, "\n")
	return rest
}

// FontFace returns the style that loads the font, for a page beside [Files].
func FontFace() string {
	font, _, _ := strings.Cut(basis, "\n")
	return strings.Replace(font, "url("+Font, "url(web/"+Font, 1)
}

//go:embed shell.html
var shell string

var shellPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.Must(template.New("shell").Funcs(template.FuncMap{"icon": glyph, "class": shown.Sign.Class}).ParseFS(pages, "pages/signs.html")).Parse(shell))
})

// Policy is the content security policy of a page for which everything comes from the same
// place: its modules, its style, its font, and what it asks for.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"manifest-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Shell writes the page. It is the same for all who may have it; at an invitation it holds the
// secret of its place, so nobody else may have it. Its requests go to where it came from or,
// if worker names the script of a Web Worker, to the node that runs there. What it loads lies
// below base, which is "web/" if [Files] are served there. What lies at the places with the names
// in former is removed: these are of invitations that have ended.
//
// The page contains the hash of each file that it loads, and the worker's script itself,
// because a browser may have kept other files under these addresses.
func Shell(w io.Writer, base, worker string, place Place, former []string, l Landing) error {
	return shellPage().Execute(w, struct {
		outline
		Landing
		Guides   []guide
		Pictures template.HTML
	}{newOutline(base, worker, "style.css", "app.js", place, former), l, guides(), cards.Pictures(fives)})
}

// A guide says how a game is played to somebody who has no node yet that would show its rules.
type guide struct {
	Name, Title string
	Body        template.HTML
}

var guides = sync.OnceValue(func() (list []guide) {
	for _, rs := range games.All() {
		list = append(list, guide{rs.Name, rs.Title, set(rs.Guide)})
	}
	return list
})

// A Landing is what a page with a worker says to somebody who has just come.
type Landing struct {
	Host  string        // who invites
	Below template.HTML // what else there is at the invitation
}

// fives are the cards of the fan.
var fives = []card.Card{{Rank: 5, Suit: card.Spades}, {Rank: 5, Suit: card.Hearts}, {Rank: 5, Suit: card.Diamonds}, {Rank: 5, Suit: card.Clubs}, {Rank: 5, Suit: card.Stars}}

// An outline is what a page is made of.
type outline struct {
	Base, Worker   string
	Place, Former  string // as JSON
	Style, Script  piece
	Guard, Early   piece
	Cards          piece // the pictures of all cards
	Icon, Manifest template.URL
	Reactions      []shown.Reaction
}

func newOutline(base, worker, style, script string, place Place, former []string) outline {
	return outline{base, worker, encode(place), encode(append([]string{}, former...)), newPiece(style), newPiece(script), newPiece("guard.js"), newPiece("early.js"), newPiece(pictures), iconAddress(), manifest(), shown.Reactions}
}

// A piece is a file that the page loads.
type piece struct{ Name, Integrity string }

func newPiece(name string) piece { return piece{name, files()[name].integrity} }

// A pageFile is what [Files] serves: as it is and, if that is shorter, compressed.
type pageFile struct {
	content, packed []byte
	integrity       string
}

func newFile(content []byte) pageFile {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one
	z.Write(content)                                      // a buffer takes everything
	z.Close()
	f := pageFile{content: content, integrity: Integrity(sha256.Sum256(content))}
	if b.Len() < len(content) {
		f.packed = b.Bytes()
	}
	return f
}

// made holds the files of the pages once somebody has asked for one. If a variable's
// initializer made them, they would become part of the program for browsers, which serves none.
var made struct {
	once sync.Once
	all  map[string]pageFile
}

func files() map[string]pageFile {
	made.once.Do(func() {
		all := map[string]pageFile{Font: newFile(cards.Font)}
		for _, name := range []string{"style.css", "screen.css", "guard.js", "early.js"} {
			b, _ := static.ReadFile("static/" + name) // it is part of the program
			if path.Ext(name) == ".css" {
				b = append([]byte(cards.Style+basis+feltStyle), b...)
			}
			all[name] = newFile(b)
		}
		all[pictures] = newFile([]byte(cardPictures()))
		for script, modules := range modules {
			all[script] = newFile(join(modules))
		}
		made.all = all
	})
	return made.all
}

// pictures is the name of the file with the pictures of all cards.
const pictures = "cards.svg"

func cardPictures() template.HTML {
	all := everyCard()
	return `<svg xmlns="http://www.w3.org/2000/svg" class="store" aria-hidden="true" focusable="false"><defs>` + cards.Pictures(all) + cards.MiniPictures(all) + `</defs></svg>`
}

// Font is the name of the font file for headlines and cards among [Files].
const Font = "fives.woff2"

// Integrity writes the hash of something that a page may load in the form that browsers read.
func Integrity(sum [sha256.Size]byte) string {
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Files serves the scripts and the style of the page, below /web/.
func Files() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/web/")
		f, there := files()[name]
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "", http.StatusMethodNotAllowed)
			return
		case !there:
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", media(name))
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		if f.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			f.content = f.packed
		}
		_, _ = w.Write(f.content) // nobody is left to read the answer
	})
}

// Digest returns a hash over everything that the page is made of.
func Digest() [sha256.Size]byte {
	hash := sha256.New()
	for _, text := range []string{string(Icon), shell, screenShell, cards.Style, string(cards.Font), string(cardPictures())} {
		fmt.Fprintf(hash, "%d %s", len(text), text)
	}
	entries, _ := static.ReadDir("static") // sorted by name; the folder is part of the program
	for _, e := range entries {
		content, _ := static.ReadFile("static/" + e.Name())
		fmt.Fprintf(hash, "%s %d %s", e.Name(), len(content), content)
	}
	return [sha256.Size]byte(hash.Sum(nil))
}

// media returns the media type of a file, whatever the system's own table says.
func media(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".svg":
		return "image/svg+xml"
	}
	return "text/javascript; charset=utf-8"
}
