package record

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// line is a record in the export format (SPEC §6): one JSON object a line.
type line struct {
	Author    string `json:"author"`
	Payload   string `json:"payload"`
	Signature string `json:"signature"`
}

// MaxLine bounds a line of a log file in bytes, without its newline.
const MaxLine = 512 + (MaxSize+2)/3*4

var base = base64.StdEncoding.Strict()

// Line writes the record as one line of a log file, without the newline.
func (r Record) Line() []byte {
	b, _ := json.Marshal(line{
		Author:    base.EncodeToString(r.Author[:]),
		Payload:   base.EncodeToString(r.Payload),
		Signature: base.EncodeToString(r.Signature[:]),
	})
	return b
}

// ParseLine reads what [Record.Line] writes, and only that.
func ParseLine(b []byte) (Record, error) {
	var l line
	if len(b) > MaxLine {
		return Record{}, fmt.Errorf("%w: a line of more than %d bytes", ErrEncoding, MaxLine)
	}
	if err := json.Unmarshal(b, &l); err != nil {
		return Record{}, fmt.Errorf("%w: not a log line: %v", ErrEncoding, err)
	}
	var r Record
	var err error
	if r.Payload, err = base.DecodeString(l.Payload); err != nil {
		return Record{}, fmt.Errorf("%w: payload: %v", ErrEncoding, err)
	}
	if err := fixed(r.Author[:], l.Author); err != nil {
		return Record{}, fmt.Errorf("%w: author: %v", ErrEncoding, err)
	}
	if err := fixed(r.Signature[:], l.Signature); err != nil {
		return Record{}, fmt.Errorf("%w: signature: %v", ErrEncoding, err)
	}
	if !bytes.Equal(b, r.Line()) {
		return Record{}, fmt.Errorf("%w: the line has another spelling", ErrEncoding)
	}
	return r, nil
}

func fixed(dst []byte, text string) error {
	b, err := base.DecodeString(text)
	if err != nil {
		return err
	}
	if len(b) != len(dst) {
		return fmt.Errorf("%d bytes, want %d", len(b), len(dst))
	}
	copy(dst, b)
	return nil
}
