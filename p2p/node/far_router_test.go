package node

import (
	"context"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/store"
)

// A homeRouter leads ports to this machine, or does not.
type homeRouter struct {
	mu    sync.Mutex
	outer string
	no    *api.Error
	asked []uint16
	open  int
}

func (r *homeRouter) ask(_ context.Context, port uint16) (Opening, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, port)
	if r.no != nil {
		return nil, r.no
	}
	r.open++
	return &homeOpening{r: r}, nil
}

func (r *homeRouter) set(outer string, no *api.Error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.outer, r.no = outer, no
}

func (r *homeRouter) is() (open, asked int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open, len(r.asked)
}

type homeOpening struct {
	r      *homeRouter
	closed sync.Once
}

func (o *homeOpening) Outer() netip.Addr {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	return netip.MustParseAddr(o.r.outer)
}

func (o *homeOpening) Err() error {
	o.r.mu.Lock()
	defer o.r.mu.Unlock()
	if o.r.no != nil {
		return o.r.no
	}
	return nil
}

func (o *homeOpening) Close() {
	o.closed.Do(func() {
		o.r.mu.Lock()
		defer o.r.mu.Unlock()
		o.r.open--
	})
}

// TestRouterIsAsked: the router is asked when an invitation names no address, and again after a restart; its
// other address is in the link; what it refuses is said, and its port is closed when it is not needed.
func TestRouterIsAsked(t *testing.T) {
	t.Parallel()
	home, port := t.TempDir(), freePort(t)
	refuses := api.Fail(api.ReasonRouterInner, api.Data{Port: port, Name: "192.168.1.2", Address: "100.71.2.9"})
	r := &homeRouter{outer: "1.2.3.2", no: refuses}
	up := func() (*Node, func()) {
		return startWorking(t, home, Config{Name: "ana", Store: storeIn(t, home), Network: "elsewhere", Router: r.ask}, &lonely{})
	}
	ana, stop := up()
	if _, err := ana.Far(t.Context(), api.FarRequest{Port: port}); api.ErrorIn(err).Reason != api.ReasonRouterInner || ana.host.FarOpen() != 0 || ana.Status().Outside != nil {
		t.Errorf("the router does not open it: %v, %+v", err, ana.Status().Outside)
	}
	r.set("1.2.3.2", nil)
	first, err := ana.Far(t.Context(), api.FarRequest{Port: port})
	if err != nil || !first.On || !first.Router || !strings.HasPrefix(first.Address, "1.2.3.2:") || ana.host.FarOpen() != port {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := ana.Far(t.Context(), api.FarRequest{})
	if open, asked := r.is(); err != nil || again.Link != first.Link || open != 1 || asked != 2 {
		t.Errorf("asked for the link again: %+v, %v; %d open, %d asked", again, err, open, asked)
	}
	stop()
	if open, _ := r.is(); open != 0 {
		t.Errorf("the node has ended, and %d ports are open", open)
	}
	ana, stop = up()
	eventually(t, "it is open again", func() bool { open, _ := r.is(); return open == 1 && ana.host.FarOpen() == port })
	if i, err := ana.Far(t.Context(), api.FarRequest{}); err != nil || i.Link != first.Link {
		t.Errorf("after a restart: %+v, %v", i, err)
	}
	warned := func() (all []api.Warning) {
		return slices.DeleteFunc(ana.Status().Warnings, func(w api.Warning) bool { return w.Code != api.WarnFarRouter })
	}
	r.set("1.2.3.9", refuses)
	eventually(t, "the refusal is said", func() bool { return len(warned()) == 1 })
	if w := warned(); w[0].Detail != string(api.ReasonRouterInner) || w[0].Address != "100.71.2.9" || w[0].Port != port {
		t.Errorf("%+v", w)
	}
	r.set("1.2.3.9", nil)
	leads := func(to, moved string) func() bool {
		return func() bool {
			o := ana.Status().Outside
			return strings.HasPrefix(o.Address, to+":") && o.Moved == moved && len(warned()) == 0
		}
	}
	eventually(t, "the other address is in the link, and the former is told", leads("1.2.3.9", first.Address))
	r.set("1.2.3.2", nil)
	eventually(t, "the link that was sent is good again", leads("1.2.3.2", ""))
	r.set("1.2.3.9", nil)
	eventually(t, "it is not", leads("1.2.3.9", first.Address))
	stop()
	r.set("1.2.3.9", refuses)
	ana, _ = up()
	eventually(t, "the refusal is said after a restart", func() bool { return len(warned()) == 1 })
	ana.farDoor.mu.Lock()
	ana.farDoor.kept.Stays = []store.Stay{{Node: record.Key{1}, Secret: ana.farDoor.kept.Secret}}
	ana.farDoor.mu.Unlock()
	eventually(t, "a friend's game is over", func() bool {
		ana.farDoor.mu.Lock()
		defer ana.farDoor.mu.Unlock()
		return len(ana.farDoor.kept.Stays) == 0
	})
	if len(warned()) != 1 {
		t.Error("the refusal is forgotten with it")
	}
	silent, err := ana.Far(t.Context(), api.FarRequest{})
	if err != nil || silent.Router || !strings.HasPrefix(silent.Address, "1.2.3.9:") || silent.Moved != first.Address || len(warned()) != 1 {
		t.Errorf("the link is seen while the router refuses: %+v, %v", silent, err)
	}
	anew, err := ana.Far(t.Context(), api.FarRequest{New: true})
	if err != nil || anew.Link == silent.Link || anew.Address != silent.Address || len(warned()) != 1 {
		t.Errorf("another link is made meanwhile: %+v, %v", anew, err)
	}
	if _, err := ana.Far(t.Context(), api.FarRequest{Port: freePort(t)}); api.ErrorIn(err).Reason != api.ReasonRouterInner {
		t.Errorf("another port, which the router does not open: %v", err)
	}
	r.set("1.2.3.9", nil)
	if i, err := ana.Far(t.Context(), api.FarRequest{}); err != nil || !i.Router || i.Link != anew.Link || len(warned()) != 0 {
		t.Errorf("asked by the person: %+v, %v", i, err)
	}
	if !leads("1.2.3.9", "")() {
		t.Errorf("it was shown: %+v", ana.Status().Outside)
	}
	named, err := ana.Far(t.Context(), api.FarRequest{Address: "127.0.0.1", Port: port})
	if open, _ := r.is(); err != nil || named.Router || open != 0 {
		t.Errorf("with an address of its own: %+v, %v; %d open", named, err, open)
	}
	off, err := ana.Far(t.Context(), api.FarRequest{Off: true})
	if err != nil || off.On {
		t.Errorf("%+v, %v", off, err)
	}
	if i, err := ana.Far(t.Context(), api.FarRequest{Port: port}); err != nil || !i.Router || i.Link == first.Link {
		t.Errorf("the router is asked once more: %+v, %v", i, err)
	}
	if _, err := ana.Far(t.Context(), api.FarRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	if open, _ := r.is(); open != 0 {
		t.Errorf("nobody is invited, and %d ports are open", open)
	}
}
