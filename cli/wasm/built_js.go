package wasm

import "embed"

// built is empty in a program for browsers: those programs do not contain one another.
var built embed.FS
