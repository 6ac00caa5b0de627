//go:build !linux

package demo

import (
	"context"
	"os"
)

func inside() bool { return false }

// Isolate needs Linux; here it always returns false.
func Isolate(context.Context, []string, [3]*os.File) (status int, ok bool) { return 0, false }
