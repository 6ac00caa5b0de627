package sqlite

import (
	"encoding/binary"
	"os"
)

// readMark returns how many Updates have at least been acknowledged, 0 if no mark says so.
func readMark(path string) int64 {
	b, err := os.ReadFile(path + MarkSuffix)
	if err != nil || len(b) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

// writeMark notes how many Updates are durable, without a sync. From it, a later Open sees that a file
// was cut off or replaced.
func (d *DB) writeMark() {
	if d.mark != nil {
		_, _ = d.mark.WriteAt(binary.BigEndian.AppendUint64(nil, uint64(d.now.count)), 0)
	}
}
