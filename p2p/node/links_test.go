package node

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/store"
	"fives/p2p/streams"
)

// startFar runs a node that finds nobody by itself, as in another town.
func startFar(t *testing.T, home, name string) (*Node, func()) {
	t.Helper()
	return startWorking(t, home, Config{Name: name, Store: storeIn(t, home), Network: "elsewhere"}, &lonely{})
}

// lonely is the scheduler of a node that finds nobody.
type lonely struct{ fastClock }

// freePort returns a TCP port that nobody has.
func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// letIn has a node let in others by a link, and returns the link.
func letIn(t testing.TB, n *Node, port int) string {
	t.Helper()
	i, err := n.Far(t.Context(), api.FarRequest{Address: fmt.Sprintf("127.0.0.1:%d", port)})
	if err != nil || !i.On || i.Port != port || i.Link == "" {
		t.Fatalf("%+v, %v", i, err)
	}
	if f, err := n.cfg.Store.Far(); err != nil || !f.On || f.Door != port {
		t.Fatalf("an invitation that was answered is not stored: %+v, %v", f, err)
	}
	return i.Link
}

// byLink reports whether a node is connected to another by its link.
func byLink(n, to *Node) bool {
	return n.host.WentByLink(to.host.ID()) && to.host.CameByLink(n.host.ID())
}

// TestLinkAfterRestarts: a link is kept, and tried again after a restart of either side; the door is
// at the same port again, or at none.
func TestLinkAfterRestarts(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startFar(t, homes[0], "ana")
	port := freePort(t)
	link := letIn(t, ana, port)
	dan, stopDan := startFar(t, homes[1], "dan")
	a, err := dan.Connect(t.Context(), "fives connect "+link+"\n")
	if err != nil || !a.Kept || !a.Dialled || a.Peer.ID != ana.host.ID().String() || !byLink(dan, ana) {
		t.Fatalf("%+v, %v", a, err)
	}
	eventually(t, "ana reads who has come, dan to whom the link leads", func() bool {
		st, links := ana.Status().Outside, dan.Status().Links
		return st != nil && st.In == 1 && st.Came.Name == "dan" && len(links) == 1 && links[0].Connected && links[0].Name == "ana" && links[0].Failed == ""
	})
	eventually(t, "both have stored the other's name", func() bool {
		f, errFar := ana.cfg.Store.Far()
		kept, errLinks := dan.cfg.Store.Links()
		return errFar == nil && errLinks == nil && f.Name == "dan" && len(kept) == 1 && kept[0].Name == "ana"
	})
	stopDan()
	dan, stopDan = startFar(t, homes[1], "dan")
	eventually(t, "dan is back by himself", func() bool { return byLink(dan, ana) })
	stopAna()
	eventually(t, "dan reads that nobody answers", func() bool {
		links := dan.Status().Links
		return len(links) == 1 && !links[0].Connected && links[0].Failed == api.ReasonLinkSilent && links[0].Name == "ana"
	})
	other, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	ana, _ = startFar(t, homes[0], "ana")
	eventually(t, "ana is told that somebody else has the port", func() bool {
		return slices.ContainsFunc(ana.Status().Warnings, func(w api.Warning) bool { return w.Code == api.WarnFarPort && w.Port == port })
	})
	if came := ana.Status().Outside.Came.Name; came != "dan" {
		t.Errorf("after the restart %q has come", came)
	}
	if at := ana.host.FarOpen(); at != 0 {
		t.Errorf("the door is at port %d, the link names %d", at, port)
	}
	other.Close()
	dan.Wake()
	eventually(t, "dan is back by the same link", func() bool { dan.links.wake(); return byLink(dan, ana) })
	st := ana.Status()
	if i, err := ana.Far(t.Context(), api.FarRequest{}); err != nil || i.Link != link || st.Outside == nil || !st.Outside.On {
		t.Errorf("%+v, %v, want %s", i, err, link)
	}
	if slices.ContainsFunc(st.Warnings, func(w api.Warning) bool { return w.Code == api.WarnFarPort }) {
		t.Error("ana is still warned")
	}
	stopDan()
}

// TestBadLinks: what is no link of this network leads nowhere, changes nothing, and is refused with
// the reason.
func TestBadLinks(t *testing.T) {
	t.Parallel()
	dan, _ := startFar(t, t.TempDir(), "dan")
	asked := 0
	dan.links.lookup = func(context.Context, string) ([]netip.Addr, error) {
		asked++
		return []netip.Addr{netip.MustParseAddr("192.168.77.1"), netip.MustParseAddr("fe80::1")}, nil
	}
	l := far.Link{Host: "ana.example.org", Port: 45354, Node: record.Key{1}, Secret: far.Secret{2}}
	good := l.String("elsewhere")
	own := far.Link{Host: "ana.example.org", Port: 45354, Node: dan.self}
	for text, want := range map[string]api.Reason{
		good[:len(good)-1]:                     api.ReasonLinkCutOff,
		"far:":                                 api.ReasonLinkCutOff,
		strings.Replace(good, "ana", "eva", 1): api.ReasonLinkMangled,
		good + "a":                             api.ReasonLinkMangled,
		"│ fives connnect " + good[:50] + " │":          api.ReasonLinkCutOff,
		"/ip4/1.2.3.2 " + good + "a":                    api.ReasonLinkMangled,
		l.String(""):                                    api.ReasonLinkNetwork,
		own.String("elsewhere"):                         api.ReasonLinkOwn,
		"http://192.168.1.7:45356/k7fdo2xn4wqb/#t=6927": api.ReasonIsPage,
		"ana": api.ReasonBadAddress,
		"/ip4/1.2.3.2/tcp/45354/p2p/" + streams.PeerOf(dan.self).String(): api.ReasonNotLocal,
	} {
		if _, err := dan.Connect(t.Context(), text); api.ErrorIn(err).Reason != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if asked != 0 {
		t.Errorf("a name was looked up %d times", asked)
	}
	for _, at := range []string{"192.168.77.1", "10.0.0.1", "100.64.0.1", "fd00::1", "169.254.1.1", "fe80::1", "0.0.0.0", "224.0.0.1", "ana.example.org"} {
		l.Host = at
		if _, err := dan.Connect(t.Context(), l.String("elsewhere")); api.ErrorIn(err).Reason != api.ReasonLinkAstray {
			t.Errorf("%s: %v", at, err)
		}
	}
	if links := dan.Status().Links; len(links) != 0 {
		t.Errorf("%+v", links)
	}
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: good}); api.ErrorIn(err).Reason != api.ReasonIsLink {
		t.Errorf("a link in place of a table: %v", err)
	}
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: "a1", Code: "fives connect " + good}); api.ErrorIn(err).Reason != api.ReasonIsLink {
		t.Errorf("a link in place of a code: %v", err)
	}
	if err := dan.Say(t.Context(), "a1", "come: "+good); api.ErrorIn(err).Reason != api.ReasonLinkToAll {
		t.Errorf("a link for everybody: %v", err)
	}
	for _, at := range []string{"", "ana example", "0.0.0.0", "224.0.0.1", "255.255.255.255", "240.0.0.1", "0.1.2.3", "fe80::1", "1.2.3.2:0", "http://ana.example.org", "dan", "localhost", "localhost:45354", "ana.local"} {
		if at == "" {
			continue
		}
		if _, err := dan.Far(t.Context(), api.FarRequest{Address: at}); api.ErrorIn(err).Reason != api.ReasonBadHost {
			t.Errorf("invited to %q: %v", at, err)
		}
	}
	_, err := dan.Far(t.Context(), api.FarRequest{Address: "1.2.3.2", Port: dan.host.Port()})
	if e := api.ErrorIn(err); e.Reason != api.ReasonFarPort || !strings.Contains(e.Detail, "fives itself") {
		t.Errorf("the door at the node's own port: %+v", e)
	}
	if dan.host.FarOpen() != 0 || dan.Status().Outside != nil {
		t.Error("the door is open")
	}
}

// TestLinksAreForgotten: a link is named as people name its node, and forgotten for good; the node is
// hung up on.
func TestLinksAreForgotten(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, stop := startFar(t, home, "dan")
	link := letIn(t, ana, freePort(t))
	for _, who := range []string{"ana", record.Fingerprint(ana.self), strings.ToUpper(record.Fingerprint(ana.self)[:14]), link} {
		if _, err := dan.Connect(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		eventually(t, "ana's name is known", func() bool { return dan.directory.Name(ana.self) == "ana" })
		dan.links.mu.Lock()
		k := dan.links.kept[ana.self]
		k.Name = "" // as before the next tick
		if l := dan.links.show(k); l.Name != "ana" || !dan.links.means("ana", k) {
			t.Errorf("the name was heard, and is not known: %+v", l)
		}
		dan.links.mu.Unlock()
		for _, wrong := range []string{"", "eva", record.Fingerprint(ana.self)[:4], "far:", link[:len(link)-1]} {
			_, err := dan.ForgetLink(wrong)
			if e := api.ErrorIn(err); e.Reason != api.ReasonNoLink || !slices.Equal(e.Candidates, []string{"ana"}) || strings.Contains(e.Name, "/") {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		if l, err := dan.ForgetLink(who); err != nil || l.Name != "ana" {
			t.Errorf("%q: %+v, %v", who, l, err)
		}
		eventually(t, "dan has hung up", func() bool { return !dan.network.Connected(ana.self) })
	}
	stop()
	dan, _ = startFar(t, home, "dan")
	time.Sleep(3 * ticks * reachTicks)
	if l := dan.Status().Links; len(l) != 0 || dan.network.Connected(ana.self) {
		t.Errorf("%+v", l)
	}
	l := far.Link{Host: "127.0.0.1", Port: uint16(freePort(t))}
	for i := range store.MaxLinks + 1 {
		l.Node = record.KeyOf(seeded(byte(100 + i)))
		_, err := dan.Connect(t.Context(), l.String("elsewhere"))
		want := api.ReasonLinkSilent
		if i == store.MaxLinks {
			want = api.ReasonManyLinks
		}
		if api.ErrorIn(err).Reason != want {
			t.Errorf("link %d: %v, want %s", i, err, want)
		}
	}
	if l := dan.Status().Links; len(l) != store.MaxLinks {
		t.Errorf("%d links are kept", len(l))
	}
}

// TestSecretsOfLinksStay: nothing that a node tells anybody has the secret of a link, but the answer to
// whoever asks for the link.
func TestSecretsOfLinksStay(t *testing.T) {
	t.Parallel()
	var said lockedText
	homes := []string{t.TempDir(), t.TempDir()}
	up := func(i int, name string) *Node {
		cfg := Config{Name: name, Store: storeIn(t, homes[i]), Network: "elsewhere", Log: slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))}
		n, _ := startWorking(t, homes[i], cfg, &lonely{})
		return n
	}
	ana, dan := up(0, "ana"), up(1, "dan")
	link := letIn(t, ana, freePort(t))
	to, err := far.Parse(link, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	tail := link[strings.LastIndexByte(link, '/')+1:]
	answer, err := dan.Connect(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "both read it", func() bool { return ana.Status().Outside.Came.Count == 1 && dan.Status().Links[0].Name == "ana" })
	var events []api.Event
	for _, n := range []*Node{ana, dan} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_ = n.Events(ctx, api.EventsRequest{}, func(e api.Event) error { events = append(events, e); return nil }) // until the time is over
		cancel()
	}
	if len(events) == 0 {
		t.Error("there are no events")
	}
	then := []api.Status{ana.Status(), dan.Status()}
	again, _ := ana.Far(t.Context(), api.FarRequest{New: true})
	off, _ := ana.Far(t.Context(), api.FarRequest{Off: true})
	_, refused := dan.Connect(t.Context(), again.Link)
	forgotten, _ := dan.ForgetLink(link)
	for what, v := range map[string]any{
		"then": then, "now": []api.Status{ana.Status(), dan.Status()}, "peers": [][]api.Peer{ana.Peers(), dan.Peers()}, "events": events, "connect": answer,
		"outside": again.Outside, "off": off, "refused": api.ErrorIn(refused), "forgotten": forgotten, "log": said.String(),
	} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{tail, tail[:26], hex.EncodeToString(to.Secret[:]), base64.StdEncoding.EncodeToString(to.Secret[:])} {
			if strings.Contains(strings.ToLower(string(b)), strings.ToLower(secret)) {
				t.Errorf("%s: %s is in %s", what, secret, b)
			}
		}
	}
}

// lockedText takes what several goroutines write.
type lockedText struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(b)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.String()
}

// TestOldLinkSpoilsNothing: a link that was taken back, given while its node is connected by a good one, is
// refused; the good one stays, and so does the connection.
func TestOldLinkSpoilsNothing(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	old := letIn(t, ana, freePort(t))
	good, err := ana.Far(t.Context(), api.FarRequest{New: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dan.Connect(t.Context(), good.Link); err != nil {
		t.Fatal(err)
	}
	if !dan.network.Elsewhere(ana.self) || !ana.network.Elsewhere(dan.self) {
		t.Error("a link led there, and it counts as here")
	}
	conns := dan.host.Network().ConnsToPeer(ana.host.ID())
	if _, err := dan.Connect(t.Context(), old); api.ErrorIn(err).Reason != api.ReasonLinkOld {
		t.Errorf("the old link: %v", err)
	}
	if got := dan.host.Network().ConnsToPeer(ana.host.ID()); len(got) == 0 || got[0] != conns[0] {
		t.Error("the connection has ended")
	}
	kept, err := dan.cfg.Store.Links()
	if err != nil || len(kept) != 1 || kept[0].To.String("elsewhere") != good.Link {
		t.Errorf("%+v, %v", kept, err)
	}
	if _, err := dan.Connect(t.Context(), good.Link); err != nil {
		t.Errorf("the good link once more: %v", err)
	}
}
