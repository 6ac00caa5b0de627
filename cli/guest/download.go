package guest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"fives/cli/invite"
	"fives/cli/signed"
)

// A download is a file that is kept open, so that replacing it on the disk changes nothing.
type download struct {
	invite.File
	content interface {
		fs.File
		io.ReaderAt
	}
	changed time.Time
}

// packed matches the names that a release gives its archives.
var packed = regexp.MustCompile(`^fives-[0-9A-Za-z.+~-]+-((?:linux|darwin|windows)-(?:amd64|arm64))\.(?:tar\.gz|zip|deb)$`)

// maxFiles limits how many archives are offered.
const maxFiles = 64

// sumsFile lists the hashes of a release; sumsFile+".sig" is a maintainer's signature of the list.
const sumsFile = "SHA256SUMS"

// maxSums limits how much of either is read.
const maxSums = 64 << 10

// archives opens those files of a folder that have the names of a release. If the folder has
// sums, they must be right. Where a maintainer has signed them, the files are the release, and the
// list and its signature are returned, too: whoever downloads can check them.
func archives(folder fs.FS, maintainers signed.Signers) (all []*download, seal map[string][]byte, err error) {
	defer func() {
		if err != nil {
			closeAll(all)
			all = nil
		}
	}()
	sums, seal, err := readSums(folder, maintainers)
	if err != nil {
		return nil, nil, err
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		m := packed.FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() {
			continue
		}
		if len(all) == maxFiles {
			return all, nil, fmt.Errorf("there are more than %d archives", maxFiles)
		}
		f, err := folder.Open(e.Name())
		if err != nil {
			return all, nil, err
		}
		d, err := newDownload(f, e.Name(), m[1])
		if err != nil {
			return all, nil, err
		}
		all = append(all, d)
		switch sum, ok := sums[d.Name]; {
		case ok && sum != d.SHA256:
			return all, nil, fmt.Errorf("%s is not what %s says: it has the SHA-256 %s", d.Name, sumsFile, d.SHA256)
		case ok && seal != nil:
			d.Origin = invite.Release
		}
	}
	return all, seal, nil
}

// readSums reads the list of hashes, if there is one. The seal is nil unless it is signed.
func readSums(folder fs.FS, maintainers signed.Signers) (sums map[string]string, seal map[string][]byte, err error) {
	list, err := readShort(folder, sumsFile)
	if err != nil {
		return nil, nil, err
	}
	signature, err := readShort(folder, sumsFile+".sig")
	if err != nil {
		return nil, nil, err
	}
	sums = map[string]string{}
	for line := range bytes.Lines(list) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(string(line)), "  "); ok {
			sums[name] = sum
		}
	}
	if maintainers.Signed(list, signature) {
		seal = map[string][]byte{sumsFile: list, sumsFile + ".sig": signature}
	}
	return sums, seal, nil
}

// readShort reads a file that may be missing.
func readShort(folder fs.FS, name string) ([]byte, error) {
	f, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxSums+1))
	if err == nil && len(b) > maxSums {
		err = fmt.Errorf("%s has more than %d bytes", name, maxSums)
	}
	return b, err
}

// newDownload hashes an open file; if that fails, it closes the file.
func newDownload(f fs.File, name, system string) (*download, error) {
	content, ok := f.(interface {
		fs.File
		io.ReaderAt
	})
	if !ok {
		f.Close()
		return nil, fmt.Errorf("%s cannot be read in parts", name)
	}
	hash := sha256.New()
	info, err := f.Stat()
	if err == nil {
		_, err = io.Copy(hash, io.NewSectionReader(content, 0, info.Size()))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &download{
		File:    invite.File{Name: name, System: system, Size: info.Size(), SHA256: hex.EncodeToString(hash.Sum(nil)), Origin: invite.Unknown},
		content: content, changed: info.ModTime(),
	}, nil
}

// own opens the program of this process. It refuses one that needs the libraries of this
// machine, which would be of no use elsewhere.
func own(open func() (fs.File, error)) (*download, error) {
	if !alone() {
		return nil, nil
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	name := "fives-" + runtime.GOOS + "-" + runtime.GOARCH
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	d, err := newDownload(f, name, runtime.GOOS+"-"+runtime.GOARCH)
	if err == nil {
		d.Own = true
		if info, ok := debug.ReadBuildInfo(); ok && !likeRelease(info) {
			d.Origin = invite.OwnBuild
		}
	}
	return d, err
}

// tagged matches the version of a program that was built from a commit with a tag.
var tagged = regexp.MustCompile(`^v\d+\.\d+\.\d+(-rc\.\d+)?$`)

// likeRelease reports whether a program may be of a release: one is made of an unchanged commit
// with a tag, and keeps no paths. Whether it is, the program alone cannot tell: whoever builds
// the same commit in the same way gets the same bytes.
func likeRelease(info *debug.BuildInfo) bool {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return tagged.MatchString(info.Main.Version) && settings["vcs.modified"] == "false" && settings["-trimpath"] == "true"
}

// alone reports whether this program needs no library of its system. On systems other than
// Linux, the libraries that it needs are always there.
func alone() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "CGO_ENABLED" && s.Value == "0" })
}

func closeAll(all []*download) (err error) {
	for _, d := range all {
		err = errors.Join(err, d.content.Close())
	}
	return err
}

// ServeHTTP sends the file, or the part of it that is asked for: a download that was cut off
// can go on if the hash is still the same.
func (d *download) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	info, err := d.content.Stat()
	if err != nil || info.Size() != d.Size || !info.ModTime().Equal(d.changed) {
		http.Error(w, "This file has been changed since it was offered. Ask for a new invitation.", http.StatusGone)
		return
	}
	h := w.Header()
	h.Set("ETag", `"`+d.SHA256+`"`)
	h.Set("Content-Disposition", `attachment; filename="`+d.Name+`"`)
	h.Set("Content-Type", contentType(d.Name))
	http.ServeContent(w, r, "", d.changed, io.NewSectionReader(d.content, 0, d.Size))
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".gz":
		return "application/gzip"
	case ".zip":
		return "application/zip"
	case ".deb":
		return "application/vnd.debian.binary-package"
	}
	return "application/octet-stream"
}
