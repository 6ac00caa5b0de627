//go:build linux

package e2e

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/libp2p/go-libp2p/core/network"
	"github.com/libp2p/go-libp2p/core/protocol"

	"fives/engine/record"
	"fives/p2p/discovery"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/host"
	"fives/p2p/kv"
	"fives/p2p/store"
	"fives/p2p/store/sqlite"
)

// printed is what a command of the program prints, however it ends and wherever it
// breaks its lines.
func printed(args ...string) string {
	out, _ := fives(args...).CombinedOutput()
	return strings.Join(strings.Fields(string(out)), " ")
}

// newer runs a node of the next protocol version, announced if it has a name.
func newer(t *testing.T, seed byte, name string) *host.Host {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, ed25519.SeedSize))
	h, err := host.New(host.Config{Key: key, Ifaces: []string{"lo"}, Version: "v2.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	for _, p := range []protocol.ID{"/fives/table/3", "/fives/lobby/3", "/fives/join/3"} {
		h.SetStreamHandler(p, func(s network.Stream) { s.Reset() })
	}
	if name == "" {
		return h
	}
	d, err := discovery.Start(discovery.Config{ID: h.ID(), Name: name, Version: record.Version + 1, Network: netnstest.Network(t), Ifaces: []string{"lo"}, Addrs: h.ListenAddrs})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return h
}

// TestNewerProtocol: where a node of another protocol version is, the commands
// say so: one that discovery finds, and one at an address that is given.
func TestNewerProtocol(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	newer(t, 1, "zoe")
	yan := newer(t, 2, "")
	const words = "speaks protocol version 3, this node speaks 2: this node's fives must be updated"
	dir := t.TempDir()
	if out := printed("doctor", "--home", filepath.Join(dir, "nobody"), "--network", netnstest.Network(t), "--iface", "lo"); !strings.Contains(out, "zoe (who speaks protocol version 3, this program 2)") {
		t.Errorf("doctor, without a daemon:\n%s", out)
	}
	d := newDaemon(t, dir, "ana", "", "lo", 0)
	d.peers = []string{yan.Addrs()[0].String() + "/p2p/" + yan.ID().String()}
	d.start()
	var out string
	eventually(t, "both are listed", func() bool {
		out = printed("peers", "--home", d.home)
		return strings.Contains(out, "zoe") && strings.Count(out, words) == 2 && strings.Count(out, " connected") == 2
	})
	if out = printed("doctor", "--home", d.home, "--iface", "lo"); !strings.Contains(out, "zoe "+words) || !strings.Contains(out, "update the older one") {
		t.Errorf("doctor:\n%s", out)
	}
	for _, command := range []string{"join", "watch"} {
		cmd := fives(command, "3f9a", "--home", d.home)
		b, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(b), "hint: ") || strings.Count(string(b), words) != 2 {
			t.Errorf("%s: %v\n%s", command, err, b)
		}
	}
	if b, err := fives("connect", d.peers[0], "--home", d.home).CombinedOutput(); err == nil || !strings.Contains(string(b), words) {
		t.Errorf("connect: %v\n%s", err, b)
	}
	sound(t, []*daemon{d})
}

// TestNewerStore: a store that a newer program wrote is not touched; up and
// doctor say what to do.
func TestNewerStore(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	d := newDaemon(t, t.TempDir(), "ana", "", "lo", 0)
	d.start()
	d.kill()
	path := filepath.Join(d.home, "fives.db")
	raiseSchema(t, path)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := fives("up", "--home", d.home, "--iface", "lo", "--port", "0").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "error: it was written by a newer version") || !strings.Contains(string(out), "hint: nothing was changed") {
		t.Errorf("up: %v\n%s", err, out)
	}
	if out := printed("doctor", "--home", d.home, "--iface", "lo"); !strings.Contains(out, "a newer fives wrote the store") {
		t.Errorf("doctor:\n%s", out)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the newer file is changed")
	}
}

// raiseSchema makes the store one of the next schema version, with the checksum
// that belongs to it.
func raiseSchema(t *testing.T, path string) {
	t.Helper()
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	key, value := []byte("schema"), []byte{store.Schema + 1} // in CBOR
	sum := sha256.Sum256(slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(key))), key, value))
	err = db.Update(func(root kv.Bucket) error {
		return root.Bucket([]byte("meta")).Put(key, append(sum[:8], value...))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
