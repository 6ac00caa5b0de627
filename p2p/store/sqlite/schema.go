package sqlite

import (
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// applicationID marks a file as ours in its header: "five".
const applicationID = 0x66697665

// unread is the last version of the schema that this program cannot read. Its files had a tree of
// buckets, and no release has written them.
const unread = 1

// migrations lead from an empty file to the newest version of the schema, one by one. The version of a
// file, its user_version, is unread and the number of migrations that were applied to it.
var migrations = []string{`
	-- With rowids: the integrity check compares the rows with the index of the keys. And WITHOUT
	-- ROWID, a store whose disk was full did not go on when there was room again (TestDiskFull).
	CREATE TABLE entries (
		key   BLOB NOT NULL UNIQUE CHECK (length(key) > 0),
		value BLOB NOT NULL
	) STRICT;
	-- One row: how many Updates there have been, and how many of them the file had when
	-- the log was begun anew.
	CREATE TABLE commits (
		count INTEGER NOT NULL,
		base  INTEGER NOT NULL
	) STRICT;
	INSERT INTO commits VALUES (0, 0);
`}

// newest returns the newest version of the schema.
func newest() int64 { return int64(unread + len(migrations)) }

// migrate brings a file from a version to the newest one, completely or not at all.
func migrate(conn *sqlite.Conn, version int64) (err error) {
	if version == newest() {
		return nil
	}
	defer sqlitex.Save(conn)(&err)
	for _, m := range migrations[version-unread:] {
		if err := sqlitex.ExecScript(conn, m); err != nil {
			return err
		}
	}
	if err := set(conn, "application_id", applicationID); err != nil {
		return err
	}
	return set(conn, "user_version", newest())
}
