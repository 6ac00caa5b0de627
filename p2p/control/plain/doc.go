// Package plain makes texts fit to be read by people: without what harms a
// terminal, and without the names of this program's packages.
package plain
