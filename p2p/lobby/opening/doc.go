// Package opening is an open table as its host has it: what is stored of it ([Table]),
// and the records that its host signs before it begins ([Signer]), which are the
// proposal and the joins of the host and of its computer players.
//
// It decides nothing: who gets a seat, and when a table begins or is proposed anew, is
// settled in package lobby.
package opening
