package games_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// A rival is a process with the computer players of another revision: cmd/rival.
type rival struct {
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
}

func startRival(program string) (*rival, error) {
	r := &rival{cmd: exec.Command(program)}
	r.cmd.Stderr = os.Stderr
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.in, r.out = in, bufio.NewReader(out)
	return r, r.cmd.Start()
}

func (r *rival) begin(m match) error {
	text, err := json.Marshal(map[string]any{"Game": m.rs.Name, "Seats": len(m.seats), "Options": m.given, "Seed": m.seed})
	if err != nil {
		return err
	}
	_, err = r.reply("begin " + string(text))
	return err
}

func (r *rival) ask(level string) (string, error) { return r.reply("ask " + level) }

func (r *rival) play(move string) error {
	_, err := fmt.Fprintln(r.in, "play "+move)
	return err
}

func (r *rival) reply(line string) (string, error) {
	if _, err := fmt.Fprintln(r.in, line); err != nil {
		return "", err
	}
	text, err := r.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("the rival does not answer %q: %w", line, err)
	}
	return strings.TrimSuffix(text, "\n"), nil
}

// stop closes the input of the process, and so ends it.
func (r *rival) stop() error {
	if err := r.in.Close(); err != nil {
		return err
	}
	return r.cmd.Wait()
}
