// Package record defines the signed statements of which a table's log is made:
// their canonical bytes, their signatures, and the running hash of the log.
//
// A [Record] is an author, a payload and a signature, kept and forwarded
// verbatim. The payload is deterministic CBOR (RFC 8949 §4.2.1) of a
// [Payload]; a payload that would not re-encode to the same bytes is refused,
// so nothing can be said in two ways. The signature is Ed25519 over a domain
// tag that carries the protocol version, followed by the payload. Heads hash
// author and payload, never the signature.
//
// The formats are specified in engine/SPEC.md §1 to §4 and §6.1. What a record
// means is not decided here: engine/table does that.
package record
