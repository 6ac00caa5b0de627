// Package signed tells whether bytes carry a maintainer's signature of a release, in the form
// that ssh-keygen -Y sign writes and ssh-keygen -Y verify checks (PROTOCOL.sshsig of OpenSSH).
// The keys are those of the file allowed_signers, which is part of the program: a program knows
// the maintainers of the day it was built. .github/SECURITY.md says who fills the file.
//
// It reads Ed25519 alone, and of a line of the file nothing but the form that the file itself
// names. Whatever else is in a signature counts as none.
package signed
