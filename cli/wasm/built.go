//go:build !js

package wasm

import "embed"

//go:embed built/*
var built embed.FS
