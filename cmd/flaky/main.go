// Command flaky runs tests many times over and lists those whose verdict is not always that
// they pass.
//
//	go run ./cmd/flaky -times 20 ./...
//
// Every run of a package has an order of its own and the next setting: 1, 2 or 16 processors,
// alone or beside busy loops. What fails is told at once, with its seed and the file that has
// its output, and again in the list at the end. The status is 1 if there is such a list.
//
// make flaky runs it at the root of the module.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	r := runner{out: os.Stdout}
	flag.IntVar(&r.times, "times", 20, "how often each package is run")
	flag.Int64Var(&r.seed, "seed", time.Now().Unix(), "the `seed` of the order in the first run; each run has the next one")
	flag.DurationVar(&r.limit, "timeout", 30*time.Minute, "the longest `time` that one run of a package may take")
	flag.StringVar(&r.folder, "into", "", "the `folder` for the output of what fails; a new one, if none is given")
	spent := flag.Duration("for", 0, "the `time` after which no package begins; 0 for no limit")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *spent > 0 {
		r.until = time.Now().Add(*spent)
	}
	steady, err := r.run(ctx, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "flaky:", err)
		os.Exit(2)
	}
	if !steady {
		os.Exit(1)
	}
}
