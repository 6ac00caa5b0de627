package command

// Examples are command lines that the help of a command shows. A test checks that every command
// has one and that their flags exist.
var Examples = map[string][]string{
	"up": {
		"fives up --detach --name ana",
		"fives up --here   # play on this machine, where the node runs on another one too",
		"fives up --iface wlan0 --peer /ip4/192.168.1.7/tcp/45355/p2p/12D3…   # where multicast is blocked",
	},
	"open": {
		"fives open",
		"fives open 3f9a   # straight at that table",
		"fives open --screen   # for a television or a projector",
		"fives open --no-browser   # only print where the page is",
	},
	"down":        {"fives down"},
	"status":      {"fives status --json"},
	"peers":       {"fives peers"},
	"peers trust": {"fives peers trust ben", "fives peers trust 6668-7aad-f862-bd77-6c8f"},
	"peers add":   {"fives peers add /ip4/192.168.1.7/tcp/45355/p2p/12D3…"},
	"connect":     {"fives connect - < link.txt   # a friend's link, which nobody else should read", "fives connect --forget ana"},
	"doctor": {
		"fives doctor",
		"fives doctor --iface eth0   # one interface only",
	},
	"learn": {"fives learn five", "fives learn game.jsonl --hand 3   # what should have been played", "fives learn game.jsonl --hand 3 --again 12   # from move 12 on, against computer players"},
	"rules": {"fives rules", "fives rules five | less", "fives rules five --rule 10", "fives rules five --full"},
	"demo":  {"fives demo --seats 4 --set limit=100 -o log.jsonl"},
	"stats": {"fives stats"},
	"host": {
		"fives host five --seats 4",
		"fives host five --bots 2 --set limit=100   # against the computer at once",
		"fives host five --private --turn-limit 60s --spectators",
		"fives host five --seats 4 --cover   # a device that is away stops nobody",
	},
	"tables": {"fives tables"},
	"invite": {
		"fives invite",
		"fives invite --table 3f9a --archives dist   # straight to that table; the program for other systems, too",
		"fives invite --far 203.0.113.7   # a link for a friend in another town",
		"fives invite zoe   # who may watch your private table",
		"fives invite --off",
	},
	"join": {
		"fives join   # the only open table",
		"fives join 3f9a --seat Ada   # take the place of a computer player, from the next hand on",
		"fives join 3f9a --code 27182818",
	},
	"begin": {
		"fives begin   # with those who are there",
		"fives begin --fill   # computer players take the free seats",
	},
	"leave": {
		"fives leave",
		"fives leave --forget 3f9a   # which is over",
		"fives leave --forget --all   # all that is over",
	},
	"seat": {"fives seat give zoe", "fives seat agree"},
	"seat give": {
		"fives seat give zoe   # who is here",
		"fives seat give ben --computer   # a computer player of ben's plays on for you",
		"fives seat give zoe --not   # keep the seat after all",
	},
	"seat agree": {
		"fives seat agree",
		"fives seat agree zoe --seat Ada   # where more than one seat is to change hands",
		"fives seat agree --not",
	},
	"continue": {"fives continue", "fives continue --without ben   # for good"},
	"rematch":  {"fives rematch"},
	"show": {
		"fives show --sort suit",
		"fives show --wait   # when it is your turn",
	},
	"moves": {"fives moves"},
	"play": {
		"fives play 3   # the third of fives moves",
		"fives play drop 7h 7s draw",
		`while fives play --wait "$(fives hint)"; do :; done   # let the computer play for you`,
	},
	"hint": {"fives hint"},
	"say":  {"fives say well played"},
	"wait": {"fives wait && fives show"},
	"watch": {
		"fives watch",
		"fives watch 3f9a   # a table of others, if it lets spectators in",
		"fives watch --json --since 0 3f9a",
	},
	"log": {"fives log 3f9a --all", "fives log game.jsonl"},
	"export": {
		"fives export -o game.jsonl",
		"fives export --html -o game.html   # a page to look at",
		"fives export --html --from game.jsonl -o game.html",
		"fives export --fault -o fault.jsonl && fives verify fault.jsonl   # what proves who is at fault",
	},
	"replay": {"fives replay game.jsonl", "fives replay game.jsonl --plain --seat ana | less"},
	"verify": {"fives verify game.jsonl", "fives verify game.jsonl --seat ana=808b-65ce-11bf-32b2-4c0e"},
	"config": {
		"fives config",
		"fives config pace 1s",
		"fives config sort.five by suit",
		"fives config mute.6668-7aad-f862-bd77-6c8f ben   # --reset with the same key hears them again",
	},
	"completion": {"source <(fives completion bash)   # in ~/.bashrc", "fives completion fish > ~/.config/fish/completions/fives.fish"},
	"version":    {"fives version"},
	"help":       {"fives help play"},
}
