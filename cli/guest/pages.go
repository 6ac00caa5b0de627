package guest

import (
	"io/fs"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync/atomic"

	"fives/cli/invite"
	"fives/cli/shown"
	"fives/cli/signed"
	"fives/cli/wasm"
	"fives/cli/web"
	"fives/p2p/api"
)

// Pages serves guests. Its methods may be called concurrently.
type Pages struct {
	program     func() (fs.File, error)                 // this process's own program
	programs    func(name string) (wasm.Program, error) // for browsers
	maintainers signed.Signers                          // who may sign a release
	open        atomic.Pointer[invitation]
}

// New makes pages that serve nothing until they are opened.
func New() *Pages {
	return &Pages{program: thisProgram, programs: wasm.Find, maintainers: signed.Maintainers()}
}

// thisProgram opens the program that is running, even if another file has its name by now.
func thisProgram() (fs.File, error) {
	if runtime.GOOS == "linux" {
		return os.Open("/proc/self/exe")
	}
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// An invitation is what is served while guests are invited.
type invitation struct {
	now    func() api.Invitation
	path   string   // the secret part of its address
	shelf  string   // the path of what browsers may keep
	former []string // the names of the places of former ones
	name   string   // the inviter's name
	site   *site
	files  []*download
	seal   map[string][]byte // what shows that they are the release, by name
	mux    *http.ServeMux
}

// Open begins to serve: the invitation of a node whose person is called name, this program, and
// the archives in a folder, "" for none. It closes what an earlier call has opened. path is the
// secret part of the invitation's address, and shelf the path of what browsers may keep; former
// are the names under which browsers may still keep something of earlier invitations, which the
// page removes.
func (p *Pages) Open(i func() api.Invitation, path, shelf string, former []string, name, folder string) error {
	all, seal, err := p.files(folder)
	if err != nil {
		return err
	}
	n := &invitation{now: i, path: path, shelf: shelf, former: former, name: name, site: newSite(p.programs), files: all, seal: seal}
	n.mux = n.routes()
	p.swap(n)
	return nil
}

// Faces says how those at a table are drawn, as the page shows them before it has a node.
func (p *Pages) Faces(o api.Offer, numbers func([]api.Person) ([]int, error)) any {
	type face struct {
		Class   string `json:"class"`
		Letters string `json:"letters,omitempty"`
	}
	var list []face
	for _, s := range shown.SignsOf(shown.Sitting(o), numbers) {
		list = append(list, face{s.Class(), s.Letters})
	}
	return list
}

// Close stops serving; a download that is under way is cut off.
func (p *Pages) Close() error { return p.swap(nil) }

func (p *Pages) swap(n *invitation) error {
	if old := p.open.Swap(n); old != nil {
		return closeAll(old.files)
	}
	return nil
}

func (p *Pages) files(folder string) (all []*download, seal map[string][]byte, err error) {
	if folder != "" {
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, nil, err
		}
		defer root.Close()
		if all, seal, err = archives(root.FS(), p.maintainers); err != nil {
			return nil, nil, err
		}
	}
	d, err := own(p.program)
	if err != nil {
		closeAll(all)
		return nil, nil, err
	}
	if d != nil {
		all = append(all, d)
	}
	return all, seal, nil
}

func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if web.EndWorker(w, r) {
		return
	}
	n := p.open.Load()
	if n == nil {
		http.Error(w, "Nobody is invited here at the moment.", http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "There is only to read here.", http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store") // somebody else may have this address next
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	n.mux.ServeHTTP(w, r)
}

func (n *invitation) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", n.front)
	mux.HandleFunc("/files.json", n.manifest)
	for _, d := range n.files {
		mux.Handle("/get/"+d.Name, d)
	}
	for name, b := range n.seal {
		mux.HandleFunc("/get/"+name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
			w.Header().Set("Content-Type", "application/octet-stream")
			_, _ = w.Write(b) // nobody may be reading
		})
	}
	for address, f := range n.site.files {
		on := ""
		if f.stays {
			on = n.shelf
		}
		mux.Handle(on+"/"+address, f)
	}
	if len(n.site.node) > 0 {
		mux.HandleFunc("/screen", n.screen)
	}
	mux.Handle("/web/", web.Files())
	if n.site.logs != nil {
		mux.Handle("/check", n.site.logs)
	}
	return mux
}

// manifest lists the files for programs: the inviter's own command shows their hashes.
func (n *invitation) manifest(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = api.WriteJSON(w, n.served()) // nobody may be reading
}

func (n *invitation) served() invite.Served {
	s := invite.Served{Code: n.site.code, Files: []invite.File{}}
	for _, d := range n.files {
		s.Files = append(s.Files, d.File)
	}
	return s
}

func release(version string) string { return "fives-" + strings.TrimPrefix(version, "v") }
