// Package proof is what records prove: that a seat knows the secret of its hand key
// ([Key]), that a stack is a shuffle of another one ([Pass]), and that shares are
// parts of decryptions ([Shares]). A [Proof] holds the statement, the place in the log
// that it was made for, and the bytes that came with the record, which are decoded
// when it is verified.
//
// To verify a proof needs no table. It may be done at any time, beside anything else,
// and more than once; [Together] verifies many with less work.
//
// What the statements are follows from a table: package table makes them.
// Specification: engine/SPEC.md §7.2 to §7.6, crypto/SPEC.md §3, §4 and §6.
package proof
