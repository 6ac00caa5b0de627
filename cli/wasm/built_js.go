package wasm

import "embed"

// built is empty in a browser: its programs do not hold each other.
var built embed.FS
