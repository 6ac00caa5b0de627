// Command fives lets people on one network play card games without a server
// or a trusted dealer.
package main

import (
	"os"

	"fives/cli"
)

func main() {
	os.Exit(cli.Main(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
