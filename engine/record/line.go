package record

import (
	"bytes"
	"encoding/base64"
	"fmt"
)

// A line of a log file (SPEC §6) is a JSON object in a fixed spelling: these parts, with
// the author, the payload and the signature in base64 between them.
const (
	lineStart     = `{"author":"`
	linePayload   = `","payload":"`
	lineSignature = `","signature":"`
	lineEnd       = `"}`
)

// MaxLine bounds a line of a log file in bytes, without its newline.
const MaxLine = 512 + (MaxSize+2)/3*4

var base = base64.StdEncoding.Strict()

// Line writes the record as one line of a log file, without the newline.
func (r Record) Line() []byte {
	b := make([]byte, 0, 256+base.EncodedLen(len(r.Payload)))
	b = base.AppendEncode(append(b, lineStart...), r.Author[:])
	b = base.AppendEncode(append(b, linePayload...), r.Payload)
	b = base.AppendEncode(append(b, lineSignature...), r.Signature[:])
	return append(b, lineEnd...)
}

// ParseLine reads what [Record.Line] writes, and only that.
func ParseLine(b []byte) (Record, error) {
	if len(b) > MaxLine {
		return Record{}, fmt.Errorf("%w: a line of more than %d bytes", ErrEncoding, MaxLine)
	}
	author, payload, signature, ok := cutLine(b)
	if !ok {
		return Record{}, fmt.Errorf("%w: not a log line", ErrEncoding)
	}
	var r Record
	var err error
	if r.Payload, err = unbase(payload); err != nil {
		return Record{}, fmt.Errorf("%w: payload: %v", ErrEncoding, err)
	}
	if err := decodeFixed(r.Author[:], author); err != nil {
		return Record{}, fmt.Errorf("%w: author: %v", ErrEncoding, err)
	}
	if err := decodeFixed(r.Signature[:], signature); err != nil {
		return Record{}, fmt.Errorf("%w: signature: %v", ErrEncoding, err)
	}
	return r, nil
}

// cutLine returns what stands between the fixed parts of a line.
func cutLine(b []byte) (author, payload, signature []byte, ok bool) {
	if bytes.ContainsAny(b, "\r\n") { // which package base64 ignores
		return nil, nil, nil, false
	}
	b, start := bytes.CutPrefix(b, []byte(lineStart))
	b, end := bytes.CutSuffix(b, []byte(lineEnd))
	author, b, first := bytes.Cut(b, []byte(linePayload))
	payload, signature, second := bytes.Cut(b, []byte(lineSignature))
	return author, payload, signature, start && end && first && second
}

func unbase(text []byte) ([]byte, error) {
	b := make([]byte, base.DecodedLen(len(text)))
	n, err := base.Decode(b, text)
	return b[:n], err
}

func decodeFixed(dst, text []byte) error {
	b, err := unbase(text)
	if err != nil {
		return err
	}
	if len(b) != len(dst) {
		return fmt.Errorf("%d bytes, want %d", len(b), len(dst))
	}
	copy(dst, b)
	return nil
}
