// Package entry is what nodes say to each other when tables are looked for and joined
// (PROTOCOL §4 and §6): the frames with which a node says what it offers and gives a seat,
// the short code of a private table with the handshake that proves it, the joins that a
// node signs for itself and for computer players, and the credentials of spectators.
//
// It knows no transport and no disk, and no clock except for the deadlines of its streams.
// Package lobby holds the open tables, and guards them: a [Code] counts guesses, and the
// step that counts a run of the handshake also decides whether it may begin.
package entry
