package say_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"fives/cli/say"
	"fives/engine/rules"
	"fives/p2p/api"
)

// TestEveryReasonInWords: every reason of PROTOCOL §7.4 is put into words, even without its
// data.
func TestEveryReasonInWords(t *testing.T) {
	b, err := os.ReadFile("../../p2p/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "| reason | code | |")
	text, _, _ = strings.Cut(text, "\n### ")
	found := 0
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9-]+)` \\|").FindAllStringSubmatch(text, -1) {
		found++
		e := api.Fail(api.Reason(m[1]), api.Data{Detail: "why"})
		if got, hint := say.Error(e); got == strings.ReplaceAll(m[1], "-", " ")+": why" || got == "" {
			t.Errorf("%s: %q (%q)", m[1], got, hint)
		}
		say.Error(api.Fail(api.Reason(m[1]), api.Data{}))
	}
	if found < 50 {
		t.Errorf("%d reasons", found)
	}
}

// TestEveryEventInWords: every event of PROTOCOL §7.5 has words of its own here, and is not
// shown by the text that comes with it.
func TestEveryEventInWords(t *testing.T) {
	b, err := os.ReadFile("../../p2p/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "| kind | what | data |")
	text, _, _ = strings.Cut(text, "\n\n")
	found := 0
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| `([a-z-]+)` \\|").FindAllStringSubmatch(text, -1) {
		found++
		e := api.Event{Kind: api.EventKind(m[1]), What: m[2], Text: "why"}
		if got := say.Event(e).String(); len(got) <= len(e.Text) {
			t.Errorf("%s, %s: %q", m[1], m[2], got)
		}
	}
	if found < 15 {
		t.Errorf("%d events", found)
	}
}

// TestEveryWarningInWords: every code of PROTOCOL §7.6 is put into words of its own.
func TestEveryWarningInWords(t *testing.T) {
	b, err := os.ReadFile("../../p2p/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "| code | of | data |")
	text, _, _ = strings.Cut(text, "\n\n")
	found := 0
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(text, -1) {
		found++
		w := api.Warning{Code: api.WarningCode(m[1]), Detail: "why"}
		if got := say.Warning(w); got == "" || got == strings.ReplaceAll(m[1], "-", " ")+": why" {
			t.Errorf("%s: %q", m[1], got)
		}
	}
	if found < 14 {
		t.Errorf("%d warnings", found)
	}
}

func waiting(what string, why rules.Why, names ...string) api.Data {
	return api.Data{Waiting: &api.Waiting{What: what, Why: why, Names: names}}
}

// TestErrorInWords: names are marked, IDs are as short as possible, fingerprints and names are
// whole.
func TestErrorInWords(t *testing.T) {
	const hands = "0123456789abcdef"
	zoe := api.Peer{Name: "zoe", Fingerprint: "1234-5678-9012", Protocol: 2, Warning: api.Warning{Code: api.WarnOwnName, Fingerprint: "1234-5678-9012"}}
	for _, tt := range []struct {
		reason     api.Reason
		data       api.Data
		text, hint string
	}{
		{api.ReasonNoTable, api.Data{Name: "3f"}, "no table 3f", "fives tables lists yours"},
		{api.ReasonNotYourTurn, api.Data{}, "it is not your turn", ""},
		{api.ReasonNotYourTurn, waiting("move", "", "ben"), "it is not your turn but ben's", "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting("key", "", "ben"), "it is not your turn: the hand is about to begin: waiting for ben's device", "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting("stack", "", "nobody"), `it is not your turn: the cards are being shuffled: waiting for "nobody"'s device`, "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting("shares", rules.Deal, "ana", "ben"), "it is not your turn: the cards are being dealt: waiting for ana's and ben's devices", "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting("shares", "peek", "ben"), "it is not your turn: cards are being opened: waiting for ben's device", "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting("receipt", "", "ben"), "it is not your turn: the hand is over: waiting for ben's device", "fives wait waits for yours"},
		{api.ReasonNotYourTurn, waiting(api.LeftBehind, "", "ben", "cleo"), "ben and cleo have gone on at another table, or left: this hand cannot go on", "fives tables lists your tables, and the seats that can be asked for"},
		{api.ReasonNotYourTurn, waiting(api.Left, "", "ben"), "ben left: this hand cannot go on", ""},
		{api.ReasonNotYourTurn, waiting(api.HandedOver, "", "zoe"), "you have handed your seat over to zoe; the game goes on without you", "fives tables lists your tables, and the seats that can be asked for"},
		{api.ReasonNotAgreed, api.Data{Table: hands, Names: []string{"ben", "nobody"}}, `the table has not begun: it waits for ben, "nobody" to agree`, "fives wait waits for your turn there"},
		{api.ReasonNotAgreed, api.Data{Table: hands, Names: []string{"ben"}, Calls: []api.Call{{Table: hands, Rematch: true, Names: []string{"ana"}}}},
			"the table has not begun: it waits for ben to agree", "fives rematch 01234567 plays a new game with ana"},
		{api.ReasonManyTables, api.Data{Candidates: []string{hands, "0123456789ffffff"}}, "more than one table fits", "name one of: 0123456789ab, 0123456789ff"},
		{api.ReasonManyPeers, api.Data{Name: "zoe", Candidates: []string{"1234-5678-9012", "1234-5678-9013"}},
			`more than one node is known as "zoe"`, "name one by its fingerprint: 1234-5678-9012, 1234-5678-9013"},
		{api.ReasonManyPeers, api.Data{Name: "zoe", Candidates: []string{"1234-5678-9012", "1234-5678-9013"}, Names: []string{"1234-5678-9013"}},
			`more than one node is known as "zoe"`, "name one by its fingerprint: 1234-5678-9012, 1234-5678-9013 (has a seat here)"},
		{api.ReasonNobodyCalled, api.Data{Name: "nobody", Candidates: []string{"elisabeth", "everybody"}},
			`nobody at the table is called "nobody"`, `name one of: elisabeth, "everybody"`},
		{api.ReasonManyCalled, api.Data{Name: "pi", OpenSeats: []api.OpenSeat{{Name: "pi~1", Score: 12}, {Name: "pi~2", BotOf: "ana"}}},
			"2 players are called pi: pi~1, 12 points; pi~2 (bot of ana), no points", "name one of: pi~1, pi~2"},
		{api.ReasonWrongCode, api.Data{}, "the code is wrong", "ask the host to read it out once more, and try again; after five wrong codes a node is let in only with a new one"},
		{api.ReasonTooManyCodes, api.Data{}, "too many wrong codes: your node is not let in now",
			"after five wrong codes a node is let in only with a new one, as another table has; if yours has not tried five, somebody else at your address has guessed: wait half a minute and try again"},
		{api.ReasonDoubted, api.Data{Name: "zoe", Peers: []api.Peer{zoe}}, `"zoe": your own name, with the key 1234-5678-9012`, "if it is who you mean, name it by its fingerprint: 1234-5678-9012"},
		{api.ReasonNoOpenTable, api.Data{Protocol: 1, Peers: []api.Peer{zoe}},
			"no open table to join", "zoe speaks protocol version 2, this node speaks 1: this node's fives must be updated"},
		{api.ReasonOtherNode, api.Data{}, "that is the address of your own node", ""},
		{api.ReasonOtherNode, api.Data{Address: "/ip4/10.0.0.1/tcp/1/p2p/A", Peers: []api.Peer{{ID: "B", Address: "/ip4/10.0.0.1/tcp/1/p2p/B"}}},
			"another node answers at /ip4/10.0.0.1/tcp/1/p2p/A: its ID is B", "if it is who you mean: fives connect /ip4/10.0.0.1/tcp/1/p2p/B"},
		{api.ReasonOtherProtocol, api.Data{Protocol: 3, Peers: []api.Peer{zoe}},
			"the node there speaks protocol version 2, this node speaks 3: its fives must be updated", "nodes of different protocol versions cannot play together"},
		{api.ReasonHostRefuses, api.Data{}, "the host gives no reason", "fives tables lists the open tables"},
		{api.ReasonGoesBack, api.Data{Table: hands, Hand: 2, Names: []string{"ana", "ben"}},
			"it goes back behind hand 2, which ana, ben signed: that takes the consent of all", "fives continue 01234567 goes on from the last hand"},
		{api.ReasonNobodyMissing, api.Data{Names: []string{"ben", "cleo"}}, "nobody is missing yet at your tables: the hand waits for ben and cleo, heard a moment ago", "a device is away when it has been silent for 6 s; --without leaves somebody out at once"},
		{api.ReasonNobodyMissing, api.Data{Calls: []api.Call{{Table: hands, Names: []string{"ana"}}, {Table: "aaaaaaaaaa", Rematch: true, Names: []string{"eve"}}}, Candidates: []string{hands, "aaaaaaaaaa", "fedcba9876543210"}},
			"nobody is missing at your tables", "fives continue 01234567 goes on from the beginning with ana; fives rematch aaaaaaaa plays a new game with eve; fives continue fedcba98 deals the running hand anew, if all agree"},
		{api.ReasonHomeInUse, api.Data{Home: "/h", Process: "7"}, "another daemon (process 7) uses the home /h", "stop it with: fives down, or give this one a home of its own with --home"},
		{api.ReasonDaemonSilent, api.Data{Home: "/h"}, "the daemon in /h has stopped answering", "see /h/fives.log, then start it with: fives up --detach"},
		{api.ReasonDaemonSilent, api.Data{Home: "/h", Process: "7"}, "the daemon in /h (process 7) does not answer",
			"it may be starting, or somebody has removed the file of its socket: it makes that anew within a minute; else end the process, then start it with: fives up --detach"},
		{api.ReasonHomeWithoutModes, api.Data{Home: "/h"}, "the home /h cannot be used: this disk does not keep files private, and others who use this machine could take your key",
			"choose a folder of your own with --home or FIVES_HOME on another disk"},
		{api.ReasonHomeWithoutSocket, api.Data{Home: "/h", Detail: "not permitted"}, "the home /h cannot be used: this disk holds no sockets (not permitted)",
			"choose a folder of your own with --home or FIVES_HOME on another disk"},
		{api.ReasonHomeGone, api.Data{Home: "/h"}, "the home /h, or the store in it, was moved, removed or replaced; its daemon has ended", "if you have moved the home: fives up --home with its new place"},
		{api.ReasonNoCommonVersion, api.Data{Daemon: &api.Hello{Version: "v9", Oldest: 8, API: 9}},
			"the daemon is version v9 (API 9), this program is version " + api.ProgramVersion() + " (API 1)",
			"the daemon is newer: use the fives program that started it, or restart it with this one: fives down; fives up --detach"},
		{"new-reason", api.Data{Detail: "disk\n  full", Candidates: []string{"a", "b"}}, "new reason: disk full", "name one of: a, b"},
	} {
		if text, hint := say.Error(api.Fail(tt.reason, tt.data)); text != tt.text || hint != tt.hint {
			t.Errorf("%s: %q (%q), want %q (%q)", tt.reason, text, hint, tt.text, tt.hint)
		}
	}
}

// TestHomeOfAnotherUser: fives was once run with sudo, or the home is somebody else's. Nobody is
// told to take a folder of the system from root.
func TestHomeOfAnotherUser(t *testing.T) {
	t.Setenv("HOME", "/home/ana")
	for _, c := range []struct{ home, owner, text, hint string }{
		{"/home/ana/.local/share/fives", "root", "the home /home/ana/.local/share/fives cannot be used: it belongs to root", `give it back to yourself with: sudo chown -R "$USER" /home/ana/.local/share/fives`},
		{"/home/ana/it's here", "root", "the home /home/ana/it's here cannot be used: it belongs to root", `give it back to yourself with: sudo chown -R "$USER" '/home/ana/it'\''s here'`},
		{"/home/ana", "root", "the home /home/ana cannot be used: it belongs to root", "choose a folder of your own with --home or FIVES_HOME, or be that user"},
		{"/home/anabel/x", "root", "the home /home/anabel/x cannot be used: it belongs to root", "choose a folder of your own with --home or FIVES_HOME, or be that user"},
		{"/tmp", "root", "the home /tmp cannot be used: it belongs to root", "choose a folder of your own with --home or FIVES_HOME, or be that user"},
		{"/x", "ben", "the home /x cannot be used: it belongs to ben", "choose a folder of your own with --home or FIVES_HOME, or be that user"},
		{"/x", "", "the home /x cannot be used: it belongs to another user", "choose a folder of your own with --home or FIVES_HOME, or be that user"},
	} {
		text, hint := say.Error(api.Fail(api.ReasonHomeOfAnotherUser, api.Data{Home: c.home, Detail: c.owner}))
		if text != c.text || hint != c.hint {
			t.Errorf("%q, %q, want %q, %q", text, hint, c.text, c.hint)
		}
	}
}
