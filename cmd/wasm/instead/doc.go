// Package instead has, in its folders, what programs for browsers contain in place of modules
// that go-libp2p imports, and that are large beside what a page has of them:
//
//	blake3      a hash that no node of this network asks for
//	multicodec  go-multicodec, without the names of 600 codes
//	murmur3     another one
//	prometheus  client_golang, which counts nothing: nobody reads the counters of a page
//	protobuf    the codec of the messages that nodes exchange, by package reflect alone
//	secp256k1   keys that no node of this network has: they are refused
//
// Command wasm makes modules of these folders by writing go.mod files for them; here they are
// packages of this module, so that tests compare them with what they stand for. They have what
// go-libp2p asks of them and nothing more: with another release of it, the compiler says what is
// missing, and the programs are built with the real modules.
package instead
