// Package reading reads records as far as that is possible without a table, so that it
// can be done before it is a record's turn, beside anything: its payload, its body, and
// the group elements in it, which are most of the work. Package ahead reads a whole log
// that way. Who takes in one record after the other only peeks at it first, and decodes
// the body of a record that has turned out to be signed.
//
// A [Reading] judges nothing. It keeps what is well formed, and what is not is decoded
// when it is asked for, with the same errors at the same place.
package reading
