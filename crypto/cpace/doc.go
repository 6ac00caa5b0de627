// Package cpace is the balanced PAKE CPace over ristretto255 with SHA-512
// (draft-irtf-cfrg-cpace-21, suite CPACE-RISTR255-SHA512): two parties that
// share a short code agree on a strong key. An attacker without the code has one
// guess for each run, and cannot test guesses off-line.
//
// Each side sends one message and one confirmation tag; both messages may cross
// on the wire, and so may the tags:
//
//	x, msg, err := cpace.Start(cpace.Config{
//		Role:      cpace.Initiator,
//		ChannelID: channel, // table ID, initiator's key, responder's key
//		SessionID: session, // fresh, agreed beforehand
//	}, code, rand.Reader)
//	// send msg, receive peerMsg
//	c, err := x.Finish(peerMsg)
//	// send c.Tag(), receive peerTag
//	s, err := c.Verify(peerTag)
//	key := s.Key("join")
//
// Invariants: there is no key before Verify, so an unconfirmed key cannot be used
// by mistake. An Exchange is good for one Finish, a Confirmation for one Verify.
// Both sides must agree on the code, the channel, the session, both associated
// data and their roles; if anything differs, they do not learn what. Nothing from
// the peer is stored before its length is checked.
//
// The caller counts guesses: a run that does not end in a successful Verify,
// also one that the peer just abandons, is a failed guess of that peer.
//
// Everything that depends on the code or on secret scalars is constant time,
// except for the length of a code longer than 108 bytes.
//
// Departures from the draft: only the initiator-responder mode exists, explicit
// key confirmation is mandatory, and a message with the receiver's own share is
// refused, because the tags do not name roles and could be reflected too.
//
// It is a package of its own because it has a specification, vectors and attacks of its
// own, and nothing else in crypto needs it.
//
// Specification: SPEC.md §7.
package cpace
