// Package verdict says what log files prove, as data and in words.
//
//	report, err := verdict.Read("game.jsonl", file, audit.Options{})
//	…
//	for _, v := range verdict.Judge([]string{"game.jsonl"}, []*audit.Report{report}, false) {
//		fmt.Print(v.Text(verdict.Plain{}))
//	}
//
// The command verify prints it, other commands that read logs refuse bad ones in the same
// words, and a report repeats it in its reader's browser. So the package needs no daemon, no
// file and no socket.
package verdict
