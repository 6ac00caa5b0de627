package qr

import (
	"fmt"
	"strings"
)

// Path returns the dark modules as the data of an SVG path, in which a module is a square of 1
// and the picture is [Code.Size] wide and high.
func (c *Code) Path() string {
	var b strings.Builder
	for y := range c.Size() {
		for x := 0; x < c.Size(); x++ {
			run := 0
			for x+run < c.Size() && c.Dark(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x, y, run, run)
				x += run
			}
		}
	}
	return b.String()
}

// SVG returns a picture of the code, dark on light.
func (c *Code) SVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %[1]d" role="img" aria-label="QR code of the address" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path d="%s"/></svg>`, c.Size(), c.Path())
}
