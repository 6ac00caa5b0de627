// Package message is what nodes say to each other about one table (PROTOCOL §5).
// Package replica says when, and what follows from it.
package message
