// Package layout sets clean text in columns and lines of a given width, as a terminal
// counts it.
package layout
