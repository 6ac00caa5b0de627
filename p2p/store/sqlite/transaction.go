package sqlite

import (
	"errors"
	"strings"

	"zombiezen.com/go/sqlite"
)

var (
	errOnlyRead = errors.New("store: a View must not change anything")
	errNoKey    = errors.New("store: the key is empty")
)

// A transaction is the map in one View or Update. After an error of SQLite, it finds and changes
// nothing more.
type transaction struct {
	conn    *sqlite.Conn
	writes  bool
	changed bool
	err     error
}

// do runs a statement, and calls row for each row of its result until that returns false.
func (t *transaction) do(query string, row func(*sqlite.Stmt) (more bool), args ...[]byte) error {
	if t.err != nil {
		return t.err
	}
	stmt, err := t.conn.Prepare(query)
	if err != nil {
		t.err = err
		return err
	}
	for i, arg := range args {
		stmt.BindBytes(i+1, arg)
	}
	for {
		more, err := stmt.Step()
		if err != nil {
			t.err = err
			_ = stmt.Reset() // it returns the same error again
			return err
		}
		if !more {
			return nil
		}
		if !row(stmt) {
			return stmt.Reset()
		}
	}
}

// change runs a statement that changes the row of a key.
func (t *transaction) change(query, key string, value ...[]byte) error {
	switch {
	case !t.writes:
		return errOnlyRead
	case key == "":
		return errNoKey
	}
	if err := t.do(query, nil, append([][]byte{[]byte(key)}, value...)...); err != nil {
		return err
	}
	t.changed = t.changed || t.conn.Changes() > 0
	return nil
}

// content returns the bytes in a column, never nil.
func content(stmt *sqlite.Stmt, column int) []byte {
	b := make([]byte, stmt.ColumnLen(column))
	stmt.ColumnBytes(column, b)
	return b
}

func (t *transaction) Get(key string) (value []byte) {
	_ = t.do("SELECT value FROM entries WHERE key = ?", func(stmt *sqlite.Stmt) bool {
		value = content(stmt, 0)
		return false
	}, []byte(key)) // View or Update returns the error
	return value
}

func (t *transaction) Put(key string, value []byte) error {
	return t.change("INSERT INTO entries (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key, value)
}

func (t *transaction) Delete(key string) error {
	return t.change("DELETE FROM entries WHERE key = ?", key)
}

// Walk reads some rows at a time. In between, f may use the connection.
func (t *transaction) Walk(prefix string, f func(key string, value []byte) error) error {
	const some = 64
	for from := prefix; ; {
		var keys []string
		var values [][]byte
		err := t.do("SELECT key, value FROM entries WHERE key >= ? ORDER BY key", func(stmt *sqlite.Stmt) bool {
			key := string(content(stmt, 0))
			if !strings.HasPrefix(key, prefix) {
				return false
			}
			keys, values = append(keys, key), append(values, content(stmt, 1))
			return len(keys) < some
		}, []byte(from))
		if err != nil {
			return err
		}
		for i, key := range keys {
			if err := f(key, values[i]); err != nil {
				return err
			}
		}
		if len(keys) < some {
			return nil
		}
		from = keys[some-1] + "\x00" // the next possible key
	}
}
