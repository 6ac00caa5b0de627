package open_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// TestInvitationFollowsTheNetwork: the invitation that lies over the page has the address and
// the code of the network that there is, as long as it is looked at. It stays the same
// invitation, and where that is ended, the page says so and begins none.
func TestInvitationFollowsTheNetwork(t *testing.T) {
	waittest.Browsers(t)
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up", "ip addr add 192.168.77.2/24 dev v0") {
		return
	}
	p := &player{t: t, bad: &complaints{}}
	home := filepath.Join(folder(t), "ana")
	p.visit(p.serves(home, fives(t.Context(), "open", "--no-browser", "--home", home, "--name", "ana", "--iface", "v0", "--port", "0")), 360, 640)
	shown := func() string {
		return p.text(`document.querySelector("#sheet[open] .code-square svg") && document.querySelector("#sheet[open] .address code")?.textContent || ""`)
	}
	code := func() string { return p.text(`document.querySelector("#sheet .code-square").innerHTML`) }
	p.taps("#invite")
	waittest.Until(t, "the address", func() bool { return strings.HasPrefix(shown(), "http://192.168.77.2:") })
	first, picture := shown(), code()
	eval[bool](p, `(self.back = document.querySelector("#inviting [data-close]"), self.back.focus(), true)`)

	netnstest.Shell(t, "ip addr del 192.168.77.2/24 dev v0")
	p.says("#sheet[open]", "No network yet: guests find the page once this machine is on a network.")
	netnstest.Shell(t, "ip addr add 10.9.9.7/24 dev v0")
	want := strings.Replace(first, "192.168.77.2", "10.9.9.7", 1)
	waittest.Until(t, want, func() bool { return shown() == want })
	if code() == picture {
		t.Error("the code is that of the network before")
	}
	if !p.is(`document.activeElement === self.back`) {
		t.Error("the focus does not stay where it was")
	}

	if _, err := p.client.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	p.says("#sheet[open]", "Nobody is invited any more.")
	if st, err := p.client.Status(t.Context()); err != nil || st.Invitation != nil {
		t.Errorf("the page invites anew: %+v, %v", st.Invitation, err)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
