// Package entry is what nodes say to each other where tables are looked for and
// joined (PROTOCOL §4 and §6): the frames in which a node says what it offers and
// gives a seat, the short code of a private table with the handshake that proves
// it, the joins that are signed for oneself and for computer players, and the
// credentials of spectators.
//
// It knows no transport, no disk and no clock but that of its streams' deadlines.
// Package lobby holds the open tables, and guards them: a [Code] counts guesses, and the
// step that counts a run of the handshake also decides whether it may begin.
package entry
