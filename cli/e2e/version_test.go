//go:build linux

package e2e

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
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

// printed returns what a command of the program prints, however it ends and wherever it breaks
// its lines.
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
	for _, p := range []string{"table", "lobby", "join"} {
		h.SetStreamHandler(protocol.ID(fmt.Sprintf("/fives/%s/%d", p, record.Version+1)), func(s network.Stream) { s.Reset() })
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

// TestNewerProtocol: if there is a node of another protocol version, the commands say so,
// whether discovery finds it or its address is given.
func TestNewerProtocol(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	newer(t, 1, "zoe")
	yan := newer(t, 2, "")
	words := fmt.Sprintf("speaks protocol version %d, this node speaks %d: this node's fives must be updated", record.Version+1, record.Version)
	dir := t.TempDir()
	if out := printed("doctor", "--home", filepath.Join(dir, "nobody"), "--network", netnstest.Network(t), "--iface", "lo"); !strings.Contains(out, fmt.Sprintf("zoe (who speaks protocol version %d, this program %d)", record.Version+1, record.Version)) {
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
	if b, err := fives("peers", "add", d.peers[0], "--home", d.home).CombinedOutput(); err == nil || !strings.Contains(string(b), words) {
		t.Errorf("connect: %v\n%s", err, b)
	}
	sound(t, []*daemon{d})
}

// TestStoreOfAnotherVersion: a store that another version wrote is not touched. Every command
// that would start a daemon, or needs one, says which version wrote it, and what to do; so does
// doctor. With the old files out of the way the same person goes on.
func TestStoreOfAnotherVersion(t *testing.T) {
	if outside != "" {
		t.Skip(outside)
	}
	d := newDaemon(t, t.TempDir(), "ana", "", "lo", 0)
	d.start()
	self := d.status().Fingerprint
	d.stop()
	path := filepath.Join(d.home, "fives.db")
	for _, c := range []struct {
		name         string
		write        func()
		says, doctor string
	}{
		{"newer", func() { setSchema(t, path, store.Schema+1) }, "it was written by a newer version: schema", "a newer fives wrote the store"},
		{"older", func() { setSchema(t, path, store.Schema-1) }, "it is of an older version: schema", "the store is of an older version: schema"},
		{"a file with a tree", func() { setFileSchema(t, path, 1) }, "it is of an older version: schema 1 of the file", "the store is of an older version: schema 1 of the file"},
		{"bbolt", func() { writeBolt(t, path) }, "it is of an older version: a file of bbolt", "the store is of an older version: a file of bbolt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.write()
			before := homeFiles(t, d.home)
			for _, command := range []string{"up", "up --detach", "status", "peers", "tables", "show", "export 3f9a", "open --no-browser", "open --screen --no-browser", "invite", "host five", "join"} {
				args := append(strings.Fields(command), "--home", d.home)
				if strings.HasPrefix(command, "up") {
					args = append(args, "--iface", "lo", "--port", "0")
				}
				if out := refused(t, args...); !strings.Contains(out, "error: "+path+": "+c.says) || !strings.Contains(out, "hint: nothing was changed; use the ") {
					t.Errorf("%s:\n%s", command, out)
				}
			}
			if out := printed("doctor", "--home", d.home, "--iface", "lo"); !strings.Contains(out, "problem store "+c.doctor) {
				t.Errorf("doctor:\n%s", out)
			}
			if after := homeFiles(t, d.home); !maps.Equal(before, after) {
				t.Errorf("the home was changed: %d files are %d", len(before), len(after))
			}
		})
	}
	for _, file := range d.storeFiles() {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	d.start()
	if now := d.status().Fingerprint; now != self {
		t.Errorf("without the old files it is %s, not %s", now, self)
	}
}

// homeFiles returns the files of a home, except what says which process has it.
func homeFiles(t *testing.T, home string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "fives.lock" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(home, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}

// writeBolt writes a file that begins like those that daemons had before SQLite: with the first
// page of bbolt.
func writeBolt(t *testing.T, path string) {
	t.Helper()
	page := append([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00"+
		"\xed\xda\x0c\xed\x02\x00\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00"), make([]byte, 32<<10)...)
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
}

// setSchema makes the store one of another schema version, with the checksum that belongs to
// it.
func setSchema(t *testing.T, path string, version byte) {
	t.Helper()
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	key, value := "meta/schema", []byte{version} // in CBOR
	sum := sha256.Sum256(slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(key))), []byte(key), value))
	err = db.Update(func(m kv.Map) error { return m.Put(key, append(sum[:8], value...)) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// setFileSchema makes the file of the store one of another schema of files: SQLite has that number
// in the header, big-endian (https://www.sqlite.org/fileformat.html#user_version_number).
func setFileSchema(t *testing.T, path string, version byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt([]byte{version}, 63)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
