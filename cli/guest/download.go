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

// sumsFile lists the hashes of a release.
const sumsFile = "SHA256SUMS"

// archives opens those files of a folder that have the names of a release. If the folder has
// sums, they must be right.
func archives(folder fs.FS) (all []*download, err error) {
	defer func() {
		if err != nil {
			closeAll(all)
			all = nil
		}
	}()
	sums, err := readSums(folder)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		m := packed.FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() {
			continue
		}
		if len(all) == maxFiles {
			return all, fmt.Errorf("there are more than %d archives", maxFiles)
		}
		f, err := folder.Open(e.Name())
		if err != nil {
			return all, err
		}
		d, err := newDownload(f, e.Name(), m[1])
		if err != nil {
			return all, err
		}
		all = append(all, d)
		if sum, ok := sums[d.Name]; ok && sum != d.SHA256 {
			return all, fmt.Errorf("%s is not what %s says: it has the SHA-256 %s", d.Name, sumsFile, d.SHA256)
		}
	}
	return all, nil
}

func readSums(folder fs.FS) (map[string]string, error) {
	b, err := fs.ReadFile(folder, sumsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	sums := map[string]string{}
	for line := range bytes.Lines(b) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(string(line)), "  "); ok {
			sums[name] = sum
		}
	}
	return sums, nil
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
		File:    invite.File{Name: name, System: system, Size: info.Size(), SHA256: hex.EncodeToString(hash.Sum(nil))},
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
	}
	return d, err
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
