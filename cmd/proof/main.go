//go:build js && wasm

// Command proof verifies logs in a browser. Package cli/report has the script that runs it in a
// worker, and the panel of a page that shows its verdict.
//
// It finds its job, under that name, in the global object:
//
//	{logs: [{name, bytes}…], partial, progress(done, all, closer), done(text)}
//
// and calls done with a verdict.Answer as JSON.
package main

import (
	"syscall/js"

	"fives/cli/verdict"
	"fives/p2p/api"
)

func main() {
	job := js.Global().Get("job")
	answer := verdict.Together(files(job.Get("logs")), job.Get("partial").Bool(), func(done, all int, closer bool) {
		job.Call("progress", done, all, closer)
	})
	text, err := api.JSON(answer)
	if err != nil {
		panic(err) // texts and numbers can always be written
	}
	job.Call("done", string(text))
}

func files(logs js.Value) []verdict.File {
	list := make([]verdict.File, logs.Length())
	for i := range list {
		log := logs.Index(i)
		content := log.Get("bytes")
		list[i] = verdict.File{Name: log.Get("name").String(), Log: make([]byte, content.Length())}
		js.CopyBytesToGo(list[i].Log, content)
	}
	return list
}
