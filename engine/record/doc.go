// Package record defines the signed statements that make up a table's log: their canonical
// bytes, their signatures, and the running hash of the log.
//
// A [Record] is an author, a payload and a signature, kept and forwarded verbatim. The
// payload is deterministic CBOR (RFC 8949 §4.2.1) of a [Payload]; a payload that does not
// re-encode to the same bytes is refused, so there is only one way to say a thing. The
// signature is Ed25519 over a domain tag that carries the protocol version, followed by the
// payload. Heads hash author and payload, never the signature.
//
// The formats are specified in engine/SPEC.md §1 to §4 and §6.1. What a record
// means is not decided here: engine/table does that.
//
// # Names of players
//
// The rules for names are here too (SPEC §3), because a signed statement carries them.
// [CheckName] refuses a name that could not be shown as it is, or that looks like another
// one because some of its characters are invisible. [CleanName] turns any text into a name
// that CheckName accepts, or into nothing; names from peers are passed through it before
// there is a table. [TypedName] is for what a person types: it removes what nobody meant to
// type, and leaves the rest to CheckName.
//
// [WithStrength] adds the strength of a computer player to its name, and [SplitStrength]
// takes it off again.
//
// [ShowName] writes a name for a sentence or a list, in quotation marks where it could be
// taken for the program's own words; [NamesAlike] finds names that are easily mistaken for
// each other. Both are for display only: a name is a claim, the key is the identity.
package record
