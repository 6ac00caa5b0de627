// Package reading decodes the parts of a record for which no table is needed: its
// payload, its body, and the group elements in it, which are most of the work. So a
// record can be decoded before its turn, concurrently with other work. Package ahead
// reads a whole log that way. A caller that takes in one record at a time only peeks at
// it first, and decodes the body after the signature was verified.
//
// A [Reading] refuses nothing. It keeps well-formed parts. Others are decoded again when
// they are asked for, and so give the same errors as without it.
package reading
