package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"fives/cli/signed"
)

func main() {
	into := flag.String("into", "dist", "the `folder` to fill; what an earlier run has left there goes")
	nfpm := flag.String("nfpm", "", "the `package` of the program that makes Debian packages, with its version; none are made without it")
	key := flag.String("sign", "", "the `file` of a maintainer's key, to sign the sums with; they are not signed without it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *into, *nfpm, *key); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// systems are those that programs are made for.
var systems = []system{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func run(ctx context.Context, into, nfpm, key string) error {
	work, err := os.MkdirTemp("", "fives-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := clear(into); err != nil {
		return err
	}
	notices, err := notices(ctx, systems)
	if err != nil {
		return err
	}
	for _, s := range systems {
		p, err := build(ctx, s, work)
		if err != nil {
			return err
		}
		files, err := contents(p, notices)
		if err != nil {
			return err
		}
		name, err := writeArchive(into, p, files)
		if err != nil {
			return err
		}
		if err := writeSBOM(into, p); err != nil {
			return err
		}
		fmt.Printf("%s (built with %s)\n", name, p.info.GoVersion)
		if nfpm != "" && s.os == "linux" {
			if err := debian(ctx, nfpm, into, work, p, files); err != nil {
				return err
			}
		}
	}
	if err := writeSums(into); err != nil {
		return err
	}
	done, err := sign(ctx, into, key, signed.Maintainers())
	if err == nil {
		fmt.Println(done)
	}
	return err
}

// clear makes the folder, and removes what an earlier run has put there.
func clear(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var all error
	for _, e := range entries {
		if isOurs(e.Name()) {
			all = errors.Join(all, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return all
}

// isOurs reports whether a file has a name that this program gives.
func isOurs(name string) bool {
	if name == sumsFile || name == sumsFile+signatureEnding {
		return true
	}
	for _, end := range []string{".tar.gz", ".zip", ".deb", sbomEnding} {
		if strings.HasPrefix(name, "fives") && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
