package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns a value as JSON for others to read, on one line. Every program that answers in
// JSON writes it here, and nowhere else: a text in it may come from anybody, and may be shown
// on a terminal, so what cannot be printed is escaped (control characters, C1 among them, and
// characters that are invisible or change the direction of writing). To a parser it is the
// same text.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	return escape(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// WriteJSON writes a value as [JSON] does, and a newline.
func WriteJSON(w io.Writer, v any) error {
	line, err := JSON(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// escape escapes what cannot be printed: in JSON on one line, only texts have such characters.
func escape(text []byte) []byte {
	if !bytes.ContainsFunc(text, hidden) {
		return text
	}
	var b bytes.Buffer
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if hidden(r) {
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		} else {
			b.Write(text[:n])
		}
		text = text[n:]
	}
	return b.Bytes()
}

func hidden(r rune) bool { return !unicode.IsPrint(r) }
