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

// TestLinkTakenBack: whoever came by a link that was taken back is hung up on, is told why once, and
// does not come again.
func TestLinkTakenBack(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, stop := startFar(t, home, "dan")
	port := freePort(t)
	first := letIn(t, ana, port)
	if _, err := dan.Connect(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ana reads who has come", func() bool { return ana.Status().Outside.Came.Name == "dan" })
	second, err := ana.Far(t.Context(), api.FarRequest{New: true})
	if err != nil || !second.Came.Time.IsZero() || second.Link == first || second.Address != fmt.Sprintf("127.0.0.1:%d", port) {
		t.Fatalf("%+v, %v", second, err)
	}
	refused := func() bool {
		links := dan.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld
	}
	eventually(t, "dan's link is no longer good, and both read it", func() bool {
		return refused() && ana.Status().Outside.Old.Count > 0
	})
	for range 3 {
		dan.Wake()
		time.Sleep(2 * ticks * reachTicks)
	}
	stop()
	dan, _ = startFar(t, home, "dan")
	time.Sleep(3 * ticks * reachTicks)
	if n := ana.Status().Outside.Old.Count; n != 1 || !refused() {
		t.Errorf("a link that was refused was tried %d times", n)
	}
	if _, err := dan.Connect(t.Context(), first); api.ErrorIn(err).Reason != api.ReasonLinkOld {
		t.Errorf("the old link: %v", err)
	}
	if _, err := dan.Connect(t.Context(), second.Link); err != nil || refused() || !byLink(dan, ana) {
		t.Fatalf("the new link: %v", err)
	}
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On || off.Link != "" || ana.Status().Outside != nil {
		t.Errorf("%+v, %v", off, err)
	}
	eventually(t, "dan is hung up on, and told why", func() bool { dan.links.wake(); return !dan.network.Connected(ana.self) && refused() })
	hasTold(t, ana)
	if third := letIn(t, ana, port); third == second.Link {
		t.Error("a link that was taken back is good again")
	}
}

// TestLinkTakenBackTwice: whoever was hung up on for another link is told so, too, if that one is taken back at once.
func TestLinkTakenBackTwice(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	for _, q := range []api.FarRequest{{New: true}, {Off: true}} {
		if _, err := ana.Far(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if ana.host.FarOpen() == 0 {
		t.Error("the door is closed before dan was told")
	}
	eventually(t, "dan is told", func() bool {
		dan.links.wake()
		links := dan.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld
	})
	hasTold(t, ana)
}

// hasTold waits until the door of a node is closed that has told those whom it has hung up on.
func hasTold(t *testing.T, n *Node) {
	t.Helper()
	n.farDoor.mu.Lock()
	left := time.Until(n.farDoor.tells)
	n.farDoor.tells = time.Now()
	n.farDoor.mu.Unlock()
	if left < 0 || left > tellTime || n.host.FarOpen() == 0 {
		t.Errorf("it tells for %v, and is at port %d", left, n.host.FarOpen())
	}
	eventually(t, "the door is closed", func() bool { return n.host.FarOpen() == 0 })
}

// A takingBack store tells of an invitation that has ended, once it is stored and before anybody hears so.
type takingBack struct {
	Store
	tell func()
}

func (s *takingBack) SetFar(f store.Far) error {
	err := s.Store.SetFar(f)
	if !f.On {
		s.tell()
	}
	return err
}

// TestLinkTakenBackStaysSo: what is noted of a link in the moment in which it is taken back does not store
// it again.
func TestLinkTakenBackStaysSo(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	noted := make(chan struct{})
	var ana *Node
	s := &takingBack{storeIn(t, home), func() {
		go func() { // as if dan came just now
			defer close(noted)
			ana.farDoor.mu.Lock()
			ana.farDoor.kept.Came = 0
			ana.farDoor.mu.Unlock()
			ana.farDoor.tick(t.Context())
		}()
		select {
		case <-noted:
		case <-time.After(ticks): // it has to wait, as it should
		}
	}}
	ana, _ = startWorking(t, home, Config{Name: "ana", Store: s, Network: "elsewhere"}, &lonely{})
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan's coming is stored", func() bool { f, err := s.Far(); return err == nil && f.Came != 0 })
	if _, err := ana.Far(t.Context(), api.FarRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	<-noted
	if f, err := s.Far(); err != nil || f.On || f.Secret != (far.Secret{}) {
		t.Errorf("it is stored again: %+v, %v", f, err)
	}
}

// TestLinkTakenBackInAGame: whoever sits at a table stays until the game is over, and comes back to it by
// the link that was taken back, after restarts of either side, too. Nobody else does.
func TestLinkTakenBackInAGame(t *testing.T) {
	t.Parallel()
	homes := []string{t.TempDir(), t.TempDir()}
	ana, stopAna := startFar(t, homes[0], "ana")
	dan, stopDan := startFar(t, homes[1], "dan")
	eve, _ := startFar(t, t.TempDir(), "eve")
	port := freePort(t)
	link := letIn(t, ana, port)
	for _, n := range []*Node{dan, eve} {
		if _, err := n.Connect(t.Context(), link); err != nil {
			t.Fatal(err)
		}
	}
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "10"}})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(dan.Tables(t.Context()).Open) == 1 })
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cards are dealt", func() bool {
		v, err := dan.Table("")
		return err == nil && v.Dealt
	})
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On || off.Link != "" || !slices.Equal(off.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", off, err)
	}
	mayStay := func() bool {
		st := ana.Status().Outside
		return st != nil && !st.On && slices.Equal(st.Left, []string{"dan"})
	}
	time.Sleep(3 * ticks * reachTicks)
	if !mayStay() || !byLink(dan, ana) {
		t.Fatalf("in a game: %+v", ana.Status().Outside)
	}
	stopDan()
	eventually(t, "dan is gone", func() bool { return !ana.network.Connected(dan.self) })
	if !mayStay() {
		t.Errorf("while dan is away: %+v", ana.Status().Outside)
	}
	dan, _ = startFar(t, homes[1], "dan")
	eventually(t, "dan is back", func() bool { return byLink(dan, ana) })
	eventually(t, "eve is not", func() bool {
		eve.links.wake()
		links := eve.Status().Links
		return len(links) == 1 && links[0].Failed == api.ReasonLinkOld && !eve.network.Connected(ana.self)
	})
	stopAna()
	ana, _ = startFar(t, homes[0], "ana")
	eventually(t, "dan is back after a restart of ana's", func() bool { dan.links.wake(); return byLink(dan, ana) })
	if !mayStay() {
		t.Errorf("after a restart: %+v", ana.Status().Outside)
	}
	eventually(t, "the game is over", func() bool {
		for _, n := range []*Node{ana, dan} {
			if v, err := n.Table(""); err == nil && v.YourTurn {
				if h, err := n.Hint(""); err == nil {
					_ = n.Play(t.Context(), "", h.Move) // it may be at another step by now
				}
			}
		}
		v, err := ana.Table("")
		return err == nil && v.Phase == api.PhaseOver
	})
	eventually(t, "dan is hung up on once the game is over", func() bool {
		return !dan.network.Connected(ana.self) && ana.Status().Outside == nil
	})
	hasTold(t, ana)
	if f, err := ana.cfg.Store.Far(); err != nil || len(f.Stays) != 0 {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestLinkTakenBackAndLeft: nobody stays for a table that this node's person has left, nor for one that
// began after the link was taken back.
func TestLinkTakenBackAndLeft(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	if _, err := dan.Connect(t.Context(), letIn(t, ana, freePort(t))); err != nil {
		t.Fatal(err)
	}
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the table is seen", func() bool { return len(dan.Tables(t.Context()).Open) == 1 })
	if _, err := dan.Join(t.Context(), api.JoinRequest{Table: offer.ID}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the cards are dealt", func() bool { v, err := ana.Table(""); return err == nil && v.Dealt })
	if i, err := ana.Far(t.Context(), api.FarRequest{New: true}); err != nil || !slices.Equal(i.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", i, err)
	}
	another, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan joins at another table", func() bool {
		_, err := dan.Join(t.Context(), api.JoinRequest{Table: another.ID})
		return err == nil
	})
	eventually(t, "they play there, too", func() bool { return len(ana.farDoor.seated(dan.self)) == 2 })
	f, err := ana.cfg.Store.Far()
	if s := f.Stays; err != nil || len(s) != 1 || s[0].Until != 0 || len(s[0].Tables) != 1 || s[0].Tables[0].String() != offer.ID {
		t.Errorf("dan stays for %+v, %v", s, err)
	}
	if _, err := ana.Leave(t.Context(), offer.ID); err != nil {
		t.Fatal(err)
	}
	eventually(t, "dan is hung up on", func() bool {
		return !dan.network.Connected(ana.self) && len(ana.Status().Outside.Left) == 0
	})
	if !ana.session.Sits(dan.self) {
		t.Error("it took until the table was forgotten")
	}
}

// TestLinkTakenBackAndWentOn: who stays for a game stays for the table that goes on from it, too, once
// somebody has left.
func TestLinkTakenBackAndWentOn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	ana := startNode(t, "ana")
	ben := startNode(t, "ben", addr(ana))
	dan := comesBy(t, letIn(t, ana, freePort(t)), "dan", ana)
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ben, dan} {
		eventually(t, n.name+" joins", func() bool { _, err := n.Join(ctx, api.JoinRequest{Table: offer.ID}); return err == nil })
	}
	eventually(t, "the cards are dealt", func() bool { v, err := ana.Table(offer.ID); return err == nil && v.Dealt })
	if i, err := ana.Far(ctx, api.FarRequest{Off: true}); err != nil || !slices.Equal(i.Left, []string{"dan"}) {
		t.Fatalf("%+v, %v", i, err)
	}
	if _, err := ben.Leave(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	for _, n := range []*Node{ana, dan} {
		eventually(t, n.name+" goes on", func() bool { _, err := n.Continue(ctx, ""); return err == nil })
	}
	eventually(t, "the table before is done with", func() bool {
		tables := ana.farDoor.seated(dan.self)
		return len(tables) == 1 && tables[0].ID().String() != offer.ID
	})
	time.Sleep(3 * ticks * reachTicks)
	if !byLink(dan, ana) {
		t.Error("dan is hung up on in the middle of a game")
	}
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

// TestPrivateHost: whoever has an address of a private network put into a link is told whom it leads here.
func TestPrivateHost(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	for at, private := range map[string]bool{"10.1.1.1": true, "100.64.1.1": true, "fd00::9": true, "198.51.100.7": false, "ana.example.org": false} {
		if i, err := ana.Far(t.Context(), api.FarRequest{Address: at, Port: freePort(t)}); err != nil || i.Private != private {
			t.Errorf("%s: %t, %v", at, i.Private, err)
		}
	}
}

// TestLinksThatFail: a link that leads nowhere just now is kept, and its person is told what is so, and not
// that somebody else has the address, or that nobody answers.
func TestLinksThatFail(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	good, err := far.Parse(letIn(t, ana, freePort(t)), "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	dan.links.lookup = func(_ context.Context, name string) ([]netip.Addr, error) {
		return nil, &net.DNSError{Name: name, IsNotFound: name == "nosuch.example.org"}
	}
	ana.host.Block(dan.host.ID())
	older, other, noName, noWay, off := good, good, good, good, good
	older.Secret = far.NewSecret()
	other.Node = record.KeyOf(seeded(99))
	noName.Host, noWay.Host = "nosuch.example.org", "ana.example.org"
	off.Port = uint16(freePort(t))
	for want, l := range map[api.Reason]far.Link{
		api.ReasonLinkHangsUp: good, api.ReasonLinkUnknown: older, api.ReasonLinkOther: other,
		api.ReasonLinkNoName: noName, api.ReasonLinkNoWay: noWay, api.ReasonLinkSilent: off,
	} {
		_, err := dan.Connect(t.Context(), l.String("elsewhere"))
		if e := api.ErrorIn(err); e.Reason != want || e.Address != l.At() {
			t.Errorf("%v, want %s", err, want)
		}
		if all := dan.Status().Links; !slices.ContainsFunc(all, func(k api.FarLink) bool { return k.Address == l.At() && k.Failed == want }) {
			t.Errorf("%s: %+v", want, all)
		}
		if _, err := dan.ForgetLink(record.Fingerprint(l.Node)); err != nil { // or a better one would stay
			t.Error(err)
		}
	}
}

// TestLinkToWhoIsKeptOut: whoever is kept out for a while is not tried by a link, so that nobody reads that
// they do not answer.
func TestLinkToWhoIsKeptOut(t *testing.T) {
	t.Parallel()
	ana, _ := startFar(t, t.TempDir(), "ana")
	dan, _ := startFar(t, t.TempDir(), "dan")
	link := letIn(t, ana, freePort(t))
	dan.host.Block(ana.host.ID())
	_, err := dan.Connect(t.Context(), link)
	refusedAs(t, err, api.ReasonKeptOut)
	if all := dan.Status().Links; len(all) != 0 {
		t.Errorf("it is kept: %+v", all)
	}
	dan.host.Unblock(ana.host.ID())
	if _, err := dan.Connect(t.Context(), link); err != nil {
		t.Fatal(err)
	}
	dan.host.Block(ana.host.ID())
	eventually(t, "they are not connected", func() bool {
		_ = dan.host.Network().ClosePeer(ana.host.ID())
		return !dan.Status().Links[0].Connected
	})
	dan.links.wake()
	dan.links.tick(t.Context())
	dan.links.mu.Lock()
	defer dan.links.mu.Unlock()
	if k := dan.links.kept[ana.self]; len(dan.links.trying) != 0 || k.failed != "" {
		t.Errorf("she is tried: %d, %q", len(dan.links.trying), k.failed)
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

// TestHungUpOnAtOnce: a connection by a link that ends at once counts as a failure: whoever lets in and hangs
// up is not dialled without end.
func TestHungUpOnAtOnce(t *testing.T) {
	t.Parallel()
	dan, _ := startFar(t, t.TempDir(), "dan")
	l, now := dan.links, time.Now()
	k := &link{}
	for i, want := range append(slices.Clone(linkAgain), time.Minute) {
		l.mu.Lock()
		l.isThere(k, now)
		l.isThere(k, now.Add(linkShort-1))
		now = now.Add(linkShort - 1)
		l.isGone(k, now)
		l.mu.Unlock()
		if got := k.next.Sub(now); got != want {
			t.Errorf("after %d times: %v, want %v", i+1, got, want)
		}
		now = k.next
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.isThere(k, now)
	now = now.Add(linkShort)
	l.isThere(k, now)
	if l.isGone(k, now); k.tries != 0 || k.next != now {
		t.Errorf("after a long connection: %d failures, %v", k.tries, k.next.Sub(now))
	}
	kept, err := l.store.Links()
	if err != nil || len(kept) != 1 || kept[0].Came != now.Unix() {
		t.Errorf("%+v, %v: was last there at %d", kept, err, now.Unix())
	}
}

// TestTriedAgain: how long a link waits depends on what came of it.
func TestTriedAgain(t *testing.T) {
	usual := []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute}
	const five = 5 * time.Minute
	for failed, all := range map[api.Reason][]time.Duration{
		api.ReasonLinkSilent: usual, api.ReasonLinkHangsUp: usual, api.ReasonLinkUnknown: append(slices.Clone(usual[:5]), five, five),
		api.ReasonLinkOther: {five, five}, api.ReasonLinkFull: {time.Minute, 2 * time.Minute, 3 * time.Minute, 4 * time.Minute, five, five},
	} {
		for i, want := range all {
			if got := (&link{failed: failed, tries: i + 1}).wait(); got != want {
				t.Errorf("%s, the %d. time: %v, want %v", failed, i+1, got, want)
			}
		}
	}
}

// TestOneTryAtATime: a person's try ends that of a tick, and begins when it is over; a tick begins none beside it.
func TestOneTryAtATime(t *testing.T) {
	t.Parallel()
	dan, _ := startFar(t, t.TempDir(), "dan")
	l, node := dan.links, record.Key{1}
	ctx, cancel := context.WithCancel(t.Context())
	l.mu.Lock()
	over := l.begin(node, cancel)
	l.mu.Unlock()
	begun := make(chan func())
	go func() {
		mine, err := l.alone(t.Context(), node)
		if err != nil {
			t.Error(err)
		}
		begun <- mine
	}()
	<-ctx.Done() // the tick's is told to end
	select {
	case <-begun:
		t.Fatal("two at a time")
	default:
	}
	over()
	mine := <-begun
	gone, end := context.WithCancel(t.Context())
	end()
	if _, err := l.alone(gone, node); err == nil {
		t.Error("two persons at a time")
	}
	mine()
	if mine, err := l.alone(t.Context(), node); err != nil {
		t.Error(err)
	} else {
		mine()
	}
}
