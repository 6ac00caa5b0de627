package bolt

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"fives/engine/record"
	"fives/p2p/store/kv"
)

// A journal has the changes since the last commit of the file that it belongs to. An
// entry is
//
//	length of the body   4 bytes, big-endian
//	check of the length  4 bytes: the first of SHA-256 of the link before and the length
//	link                 32 bytes: SHA-256 of the link before and the body
//	body                 CBOR
//
// filled up with zeros to whole sectors. The first entry is the title; its link before is
// zero. Each of the others has the changes of one Update.
//
// A disk writes a sector whole or not at all, but those of an entry in any order. So a
// process that dies while it writes an entry leaves its first sector blank, or one whose
// body does not match its link, and nothing behind it. That is the end of the journal:
// nobody was told that the entry is there. Anything else that does not fit is damage.
type journal struct {
	path string
	file *os.File // nil until something is written
	size int64    // of what is in use; 0 before it has a title
	link [sha256.Size]byte
}

const (
	journalFormat = "fives/journal/1"
	sector        = 512
	entryHead     = 4 + 4 + sha256.Size
	maxBody       = 64 << 20
)

// A title says to what the changes were made. Those of another state than the file's
// count for nothing: they are in the file, or it is a copy from another time.
type title struct {
	Format string `cbor:"format"`
	State  state  `cbor:"state"`
}

// read returns the changes to a file in that state, and goes on behind them.
func (j *journal) read(of state) (list [][]change, err error) {
	b, err := os.ReadFile(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	var t title
	if ok, err := j.next(b, &t); err != nil || !ok {
		return nil, err
	}
	if t.Format != journalFormat {
		return nil, fmt.Errorf("%w: %s is none that this program can read", kv.ErrDamaged, j.path)
	}
	if t.State != of {
		j.size, j.link = 0, [sha256.Size]byte{}
		return nil, nil
	}
	for {
		var changes []change
		if ok, err := j.next(b, &changes); err != nil || !ok {
			return list, err
		}
		list = append(list, changes)
	}
}

// next reads the next entry, and returns false if there is none.
func (j *journal) next(b []byte, v any) (ok bool, err error) {
	_, b = cut(b, int(j.size))
	first, _ := cut(b, sector)
	if len(first) < sector || blank(first) {
		return false, nil
	}
	length := binary.BigEndian.Uint32(first)
	if length > maxBody || !bytes.Equal(first[4:8], j.check(first[:4])) {
		return false, j.damaged(errLength)
	}
	entry, rest := cut(b, sectors(entryHead+int(length)))
	body, _ := cut(entry[entryHead:], int(length))
	link := j.after(body)
	switch {
	case [sha256.Size]byte(entry[8:entryHead]) == link && len(body) == int(length):
	case blank(rest):
		return false, nil
	default:
		return false, j.damaged(errSum)
	}
	if err := record.Unmarshal(body, v); err != nil {
		return false, j.damaged(err)
	}
	j.size, j.link = j.size+int64(sectors(entryHead+int(length))), link
	return true, nil
}

var (
	errLength = errors.New("its length does not match its checksum")
	errSum    = errors.New("it does not match its checksum")
)

func (j *journal) damaged(why error) error {
	return fmt.Errorf("%w: the entry at byte %d of %s: %w", kv.ErrDamaged, j.size, j.path, why)
}

// cut cuts b in two behind n bytes, or at its end.
func cut(b []byte, n int) (before, behind []byte) {
	n = min(n, len(b))
	return b[:n], b[n:]
}

func blank(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// sectors is the length of as many sectors as n bytes take.
func sectors(n int) int { return (n + sector - 1) / sector * sector }

func (j *journal) check(length []byte) []byte {
	sum := sha256.Sum256(append(j.link[:], length...))
	return sum[:4]
}

func (j *journal) after(body []byte) [sha256.Size]byte {
	return sha256.Sum256(append(j.link[:], body...))
}

// begin begins anew, with changes to a file in that state.
func (j *journal) begin(of state) error {
	if err := j.open(); err != nil {
		return err
	}
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	return j.write(title{journalFormat, of})
}

func (j *journal) open() (err error) {
	if j.file != nil {
		return nil
	}
	if j.file, err = os.OpenFile(j.path, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(j.path))
}

// add adds changes, durably. With an error it adds nothing.
func (j *journal) add(changes []change) error {
	if err := j.open(); err != nil {
		return err
	}
	before := *j
	err := j.write(changes)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		*j = before
		_ = j.file.Truncate(j.size) // or else the next entry is written over it
	}
	return err
}

// write writes an entry.
func (j *journal) write(v any) error {
	body, err := record.Marshal(v)
	if err != nil {
		return err
	}
	if len(body) > maxBody {
		return fmt.Errorf("%d bytes are too much for one change", len(body))
	}
	length := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	link := j.after(body)
	b := make([]byte, 0, sectors(entryHead+len(body)))
	b = append(append(append(append(b, length...), j.check(length)...), link[:]...), body...)
	if _, err := j.file.WriteAt(b[:cap(b)], j.size); err != nil {
		return err
	}
	j.size, j.link = j.size+int64(cap(b)), link
	return nil
}

// clear empties the journal: the file has it all.
func (j *journal) clear() {
	j.size, j.link = 0, [sha256.Size]byte{}
	_ = j.file.Truncate(0) // or else it is of another state, and counts for nothing
}

// close removes the journal, if the file has it all.
func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	if j.file = nil; j.size == 0 {
		err = errors.Join(err, os.Remove(j.path))
	}
	return err
}
