package sqlite

import (
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// applicationID marks a file as ours in its header: "five".
const applicationID = 0x66697665

// migrations lead from an empty file to the newest version of the schema, one by one. The version of a
// file, its user_version, is the number of migrations that were applied to it.
var migrations = []string{`
	-- A value, or a bucket if it has none. The parent of those in the root is 0.
	CREATE TABLE tree (
		id     INTEGER PRIMARY KEY,
		parent INTEGER NOT NULL,
		key    BLOB NOT NULL CHECK (length(key) > 0),
		value  BLOB,
		UNIQUE (parent, key)
	) STRICT;
	-- One row: how many Updates there have been, and how many of them the file had when
	-- the log was begun anew.
	CREATE TABLE commits (
		count INTEGER NOT NULL,
		base  INTEGER NOT NULL
	) STRICT;
	INSERT INTO commits VALUES (0, 0);
`}

// migrate brings a file from a version to the newest one, completely or not at all.
func migrate(conn *sqlite.Conn, version int64) (err error) {
	if version == int64(len(migrations)) {
		return nil
	}
	defer sqlitex.Save(conn)(&err)
	for _, m := range migrations[version:] {
		if err := sqlitex.ExecScript(conn, m); err != nil {
			return err
		}
	}
	if err := set(conn, "application_id", applicationID); err != nil {
		return err
	}
	return set(conn, "user_version", int64(len(migrations)))
}
