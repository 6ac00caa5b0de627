package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"
)

// writeArchive packs files for a program's system, and returns the name of the archive.
// All files are in one folder, with the name of the release.
func writeArchive(into string, p program, files []file) (string, error) {
	pack, ending := tarball, ".tar.gz"
	if p.os == "windows" {
		pack, ending = zipArchive, ".zip"
	}
	folder := p.release() + "-" + p.String()
	var b bytes.Buffer
	if err := pack(&b, folder, files, p.time); err != nil {
		return "", err
	}
	return folder + ending, os.WriteFile(filepath.Join(into, folder+ending), b.Bytes(), 0o644)
}

// tarball writes a compressed tar file that does not say who made it or when.
func tarball(w io.Writer, folder string, files []file, at time.Time) error {
	gz, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(gz)
	for _, f := range files {
		h := &tar.Header{
			Typeflag: tar.TypeReg, Name: path.Join(folder, f.name), Size: int64(len(f.content)), Mode: int64(f.mode),
			ModTime: at, Uname: "root", Gname: "root", Format: tar.FormatUSTAR,
		}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.content); err != nil {
			return err
		}
	}
	return errors.Join(t.Close(), gz.Close())
}

// zipArchive writes the same as a zip file.
func zipArchive(w io.Writer, folder string, files []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range files {
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(f.mode)
		out, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := out.Write(f.content); err != nil {
			return err
		}
	}
	return z.Close()
}
