package sqlite

import (
	"errors"

	"zombiezen.com/go/sqlite"

	"fives/p2p/kv"
)

var (
	errOnlyRead = errors.New("store: a View must not change anything")
	errNoKey    = errors.New("store: the key is empty")
	errBucket   = errors.New("store: the key is that of a bucket")
	errValue    = errors.New("store: the key is that of a value")
)

// A transaction is what one View or Update does. After an error of SQLite, it finds and changes nothing
// more.
type transaction struct {
	conn    *sqlite.Conn
	writes  bool
	changed bool
	err     error
}

// do runs a statement, with arguments that are int64s and []bytes, and calls row for each
// row of its result.
func (t *transaction) do(query string, row func(*sqlite.Stmt), args ...any) error {
	if t.err != nil {
		return t.err
	}
	stmt, err := t.conn.Prepare(query)
	if err != nil {
		t.err = err
		return err
	}
	for i, arg := range args {
		switch arg := arg.(type) {
		case int64:
			stmt.BindInt64(i+1, arg)
		case []byte:
			stmt.BindBytes(i+1, arg)
		}
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
		row(stmt)
	}
}

// change runs a statement that changes rows, and returns how many it has changed.
func (t *transaction) change(query string, args ...any) (int, error) {
	if !t.writes {
		return 0, errOnlyRead
	}
	if err := t.do(query, nil, args...); err != nil {
		return 0, err
	}
	n := t.conn.Changes()
	t.changed = t.changed || n > 0
	return n, nil
}

// A bucket is the rows with one parent.
type bucket struct {
	tx *transaction
	id int64 // 0 for the root
}

// An entry is a row.
type entry struct {
	id    int64
	value []byte // nil for a bucket
}

// content returns the value in a column, nil if it is NULL.
func content(stmt *sqlite.Stmt, column int) []byte {
	if stmt.ColumnIsNull(column) {
		return nil
	}
	value := make([]byte, stmt.ColumnLen(column))
	stmt.ColumnBytes(column, value)
	return value
}

// find returns the entry with a key; ok is false if there is none.
func (b bucket) find(key []byte) (e entry, ok bool) {
	err := b.tx.do("SELECT id, value FROM tree WHERE parent = ? AND key = ?", func(stmt *sqlite.Stmt) {
		e, ok = entry{stmt.ColumnInt64(0), content(stmt, 1)}, true
	}, b.id, key)
	return e, ok && err == nil
}

func (b bucket) Get(key []byte) []byte {
	e, _ := b.find(key)
	return e.value
}

func (b bucket) Put(key, value []byte) error {
	if len(key) == 0 {
		return errNoKey
	}
	n, err := b.tx.change(`INSERT INTO tree (parent, key, value) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET value = excluded.value WHERE value IS NOT NULL`, b.id, key, value)
	if err == nil && n == 0 {
		return errBucket
	}
	return err
}

func (b bucket) Delete(key []byte) error {
	n, err := b.tx.change("DELETE FROM tree WHERE parent = ? AND key = ? AND value IS NOT NULL", b.id, key)
	if err != nil || n > 0 {
		return err
	}
	if _, ok := b.find(key); ok {
		return errBucket
	}
	return b.tx.err
}

// walkStep is the number of rows that Walk reads at a time. In between, f may use the connection.
const walkStep = 64

func (b bucket) Walk(f func(key, value []byte) error) error {
	for last, more := []byte{}, true; more; {
		var keys, values [][]byte
		err := b.tx.do("SELECT key, value FROM tree WHERE parent = ? AND key > ? ORDER BY key LIMIT ?", func(stmt *sqlite.Stmt) {
			keys, values = append(keys, content(stmt, 0)), append(values, content(stmt, 1))
		}, b.id, last, int64(walkStep))
		if err != nil {
			return err
		}
		for i := range keys {
			if err := f(keys[i], values[i]); err != nil {
				return err
			}
		}
		if more = len(keys) == walkStep; more {
			last = keys[walkStep-1]
		}
	}
	return nil
}

// Bucket returns an empty bucket, not nil, if reading has failed: View or Update then returns the error.
func (b bucket) Bucket(name []byte) kv.Bucket {
	e, ok := b.find(name)
	if b.tx.err != nil || ok && e.value == nil {
		return bucket{b.tx, e.id}
	}
	return nil
}

func (b bucket) Create(name []byte) (kv.Bucket, error) {
	if len(name) == 0 {
		return nil, errNoKey
	}
	switch e, ok := b.find(name); {
	case ok && e.value != nil:
		return nil, errValue
	case ok:
		return bucket{b.tx, e.id}, nil
	}
	if _, err := b.tx.change("INSERT INTO tree (parent, key) VALUES (?, ?)", b.id, name); err != nil {
		return nil, err
	}
	return bucket{b.tx, b.tx.conn.LastInsertRowID()}, nil
}

func (b bucket) Drop(name []byte) error {
	switch e, ok := b.find(name); {
	case !b.tx.writes:
		return errOnlyRead
	case !ok:
		return b.tx.err
	case e.value != nil:
		return errValue
	default:
		_, err := b.tx.change(`WITH RECURSIVE below (id) AS (
				VALUES (?) UNION ALL SELECT tree.id FROM tree JOIN below ON tree.parent = below.id)
			DELETE FROM tree WHERE id IN (SELECT id FROM below)`, e.id)
		return err
	}
}
