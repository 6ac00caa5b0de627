# What people type is here; what the machines check is in .ci/run.

GO         ?= go
BIN        := bin/fives
FUZZTIME   ?= 1m
BENCHTIME  ?= 3s
SEEDS      ?= 2000
STATES     ?= 0
OTHER      ?= HEAD~1
GAMES      ?= 300
SEED       ?= 20000000
KILLS      ?= 50
REMATCHES  ?= 500
CRASHES    ?= 500
ERRORS     ?= 200
CUTS       ?= 400
COPIES     ?= 10
TIMING     ?= 20s
QUIET      ?= 15s
FILM       ?=
TIMES      ?= 20
FOR        ?= 0
PACKAGES   ?= ./...
PREFIX     ?= $(HOME)/.local
SIGN       ?=
LOOK       ?= $(or $(TMPDIR),/tmp)/look
AXE        := axe-core@4.10.3
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
NFPM       := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4
# Systems that nobody develops on, but people play on.
FOREIGN    := darwin/arm64 windows/amd64
# The folders at the top that hold packages, for sed.
LAYERS     := crypto|engine|p2p|cli|cmd
# The programs that run in browsers. All that they are made of is built with them.
PORTABLE   := ./cmd/browser ./cmd/proof

.PHONY: build wasm native test race flaky threats demo soak orders e2e far faults builds browsers versions bench costs browserbench timing timing-short timing-wasm strength teach sheets fuzz lint axe format cross game module pictures look install release reproduce update clean

# The program with all that it hands on: what runs in browsers is made first.
build: wasm
	@$(MAKE) native

# What runs in browsers, in cli/wasm/built.
wasm:
	$(GO) run ./cmd/wasm

# The program, with what of that has been made. Without cgo, it needs no C library: not
# on the machine it runs on, and not in its memory.
native:
	CGO_ENABLED=0 $(GO) build -o $(BIN) ./cmd/fives

# The time-out is for a machine that is busy with other things: on two idle cores no
# package takes two minutes. Most tests of nodes wait for others, so more of them run at a
# time than there are cores. The second line is the cryptography on the field that pages have.
test:
	$(GO) test -timeout 30m -parallel 4 ./...
	$(GO) test -tags field32 ./crypto/...

race:
	$(GO) test -race -timeout 40m ./...

# The tests of PACKAGES, each TIMES times, and which of them do not always pass: every time in
# another order, on 1, 2 or 16 processors, alone or beside busy loops. All of them take about
# ten minutes each time on two cores; FOR=2h begins nothing after two hours. A failure is told at
# once, with what it takes to run it again.
flaky:
	@$(GO) run ./cmd/flaky -times $(TIMES) -for $(FOR) $(PACKAGES)

# A whole game between four daemons on this machine, and its log verified.
demo: native
	$(BIN) demo --set limit=100 -o game.jsonl

# Whole tables under seeded faults, in virtual time, and as many at which one node of four or
# five is away; a failing seed is printed and replays with -seed=N.
soak:
	$(GO) test ./p2p/sim -run 'TestSeeds|TestCovered|TestHandovers' -v -timeout 0 -seeds=$(SEEDS)

# All orders of events around one step of each kind at which one of four nodes is away,
# without a cheat and with each: not a sample, as in make test. And errors that are planted in
# the engine and the replica, each built and found. STATES=20000 stops at so many states of
# each scene.
orders:
	$(GO) test ./p2p/sim/orders -v -timeout 0 -states=$(STATES) -planted

# Real daemons: killed KILLS times in one game, and in network namespaces with
# loss, partitions and dead interfaces. And every game played to its end in two
# terminals, by keys alone, and REMATCHES games between the same two people.
e2e:
	FIVES_E2E=1 $(GO) test ./cli -run 'TestWholeGame|TestTrouble' -v -count=1
	FIVES_E2E=full FIVES_KILLS=$(KILLS) $(GO) test ./cli/e2e -v -count=1 -timeout 60m
	FIVES_GAMES=$(REMATCHES) $(GO) test ./p2p/node -run TestManyGames -v -count=1 -timeout 40m

# Friends in three towns, which are namespaces with routers that let nobody in, up to 600 ms
# apart and with losses; needs nft and a TAP device. QUIET=10m is how long nobody invites
# from outside, and nothing may leave the town. FILM=films is a folder for two films of an
# evening, one of each terminal, which asciinema plays.
far:
	FIVES_FAR=1 FIVES_QUIET=$(QUIET) FIVES_FILM=$(abspath $(FILM)) $(GO) test ./cli/e2e -run 'TestFar|TestNobodyFar' -v -count=1 -timeout 60m

# What compiles the program anew: from a tree with another module path, with a game that
# was added by the steps of the README, from a tag, as packages; and its pages without the
# methods that only a template names.
builds:
	FIVES_BUILDS=1 $(GO) test -p 1 -timeout 40m ./cmd/...

# Whole games while one of the daemons suffers: CRASHES times kill -9 at any moment, a
# quarter as many at calls that write, ERRORS errors of the disk (which strace injects),
# CUTS files cut off, COPIES of whatever else can befall a home. It prints a table of what
# was acknowledged, and what was there afterwards. And the store alone, with a fault at
# each of its operations in turn.
faults:
	$(GO) test ./p2p/store/sqlite -count=1 -timeout 1h -thorough
	FIVES_E2E=1 FIVES_CRASHES=$(CRASHES) FIVES_ERRORS=$(ERRORS) FIVES_CUTS=$(CUTS) FIVES_COPIES=$(COPIES) $(GO) test ./cli/e2e -run TestFaults -v -count=1 -timeout 3h

# Takes each defence that the page of threats names out of a clone of the last commit, and
# expects that the test named for it fails. About a quarter of an hour.
threats:
	FIVES_THREATS=1 $(GO) test ./cmd/fives -run TestTakeOut -v -count=1 -timeout 2h

# What needs a real browser: the pages, by taps and keys; nodes in pages; reports that
# prove themselves. Chromium and Firefox are skipped where they are not installed.
browsers: wasm
	FIVES_BROWSERS=1 FIVES_E2E=1 $(GO) test ./cli/open ./cli/report ./p2p/browser ./p2p/browsertest ./p2p/host ./p2p/host/websocket ./p2p/store/indexed -p 1 -v -count=1 -timeout 80m

# This program and that of another revision, both built here, play whole games
# with each other: make versions OTHER=v1.0.0
versions: native
	@set -e; tree=$$(mktemp -d); \
	trap 'git worktree remove --force "$$tree/other" 2>/dev/null || true; rm -rf "$$tree"' EXIT; \
	trap 'exit 1' INT TERM; \
	git worktree add --quiet --detach "$$tree/other" $(OTHER); \
	(cd "$$tree/other" && $(GO) build -o "$$tree/fives" ./cmd/fives); \
	FIVES_OTHER="$$tree/fives" FIVES_BIN="$(abspath $(BIN))" $(GO) test ./cli/e2e -run TestOtherVersion -v -count=1

# A network namespace of one's own, where the system allows it: loopback with
# multicast, and nothing else.
ALONE := unshare -Urn sh -c 'ip link set lo up && ip route add 224.0.0.0/4 dev lo && exec "$$@"' sh

# U is one variable-time multi-scalar multiplication of 52 points, measured in
# the same run. Times of daemons are medians over real processes. The last lines
# are a table of what people wait for, beside its targets; and what daemons take beside
# its floor, the sum of the parts that the same run has measured (cmd/figures/floor.go).
bench: SHELL := bash
bench: wasm
	@$(GO) test -run '^$$' ./cmd/fives >/dev/null # fetches and compiles what is needed
	@alone=; if $(ALONE) true 2>/dev/null; then alone=yes; fi; \
	set -o pipefail; { set -ex; \
	$(GO) test -run '^$$' -bench 'Unit|ShuffleProve|Verify|Parts' -benchtime $(BENCHTIME) ./crypto/shuffle; \
	$(GO) test -run '^$$' -bench 'Prove|Verify|Parts' -benchtime $(BENCHTIME) ./crypto/sigma; \
	$(GO) test -run '^$$' -bench Commit -benchtime $(BENCHTIME) ./p2p/store/sqlite; \
	$(GO) test -run '^$$' -bench Hop -benchtime $(BENCHTIME) ./p2p/host; \
	$(GO) test -run '^$$' -bench VerifyLog -benchtime $(BENCHTIME) ./engine/audit; \
	$(GO) test -run '^$$' -bench ComeBack -benchtime $(BENCHTIME) ./p2p/replica; \
	$(GO) test -run '^$$' -bench Trace -benchtime 5x ./p2p/node; \
	$${alone:+$(ALONE)} $(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./cmd/fives; \
	} | $(GO) run ./cmd/figures

# What each frame of another node costs, compared with reading it; p2p/PROTOCOL.md §3.4 has the
# expensive ones.
costs:
	@$(GO) test -run '^$$' -bench Frames -benchtime 200x ./p2p/node ./p2p/host | grep '^|'

# What guests with phones wait for: U as in bench, what pages compute, with node where it
# is installed, pages that are slowed down and pages that are not, and a table of the slow
# ones beside its targets.
browserbench: SHELL := bash
browserbench: wasm
	@set -o pipefail; { set -ex; \
	$(GO) test -run '^$$' -bench Unit ./crypto/shuffle; \
	if command -v node >/dev/null; then \
	GOOS=js GOARCH=wasm $(GO) test -exec="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" -run '^$$' -bench '^Benchmark(ShuffleProve|Verify)$$/^N=52$$' -benchtime $(BENCHTIME) ./crypto/shuffle; fi; \
	FIVES_BROWSERS=1 $(GO) test -run '^$$' -bench 'Phone|FirstCard' -benchtime 1x -timeout 20m ./cli/open; \
	} | $(GO) run ./cmd/figures browsers

# Whether the time of what touches secrets depends on them: TIMING for each
# operation, on a machine that is otherwise idle.
timing:
	$(GO) test ./crypto/timing -v -count=1 -timeout 0 -duration $(TIMING)

# A short look, at a machine that may be busy: it fails only where the dependence is plain,
# as a branch for each bit is, and notes which controls it has not found. It does not find
# a lookup by a secret index, whose |t| is 6 to 14 after a second and 30 to 40 after ten:
# for that there is timing, and a test of crypto/ristretto.
timing-short:
	$(GO) test ./crypto/timing -v -count=1 -timeout 0 -duration 1s -limit 20

# The same as timing for what pages run, with node.
timing-wasm:
	GOOS=js GOARCH=wasm $(GO) test -exec="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ./crypto/timing -v -count=1 -timeout 0 -duration $(TIMING)

# The computer players against those of another revision, and what they do among
# themselves: a table of figures beside what they must be, from GAMES games each, whose first
# shuffle is SEED. Shuffles from 20000000 on judge: whatever players go by was fitted on smaller ones.
# The other revision gets the program that answers for it, and is built here.
strength: OTHER = 7678dd7cd59bb7d41aaf9947850fed3b3877ed88
strength:
	@set -e; tree=$$(mktemp -d); \
	trap 'git worktree remove --force "$$tree/other" 2>/dev/null || true; rm -rf "$$tree"' EXIT; \
	trap 'exit 1' INT TERM; \
	git worktree add --quiet --detach "$$tree/other" $(OTHER); \
	mkdir -p "$$tree/other/cmd/rival"; cp cmd/rival/main.go "$$tree/other/cmd/rival"; \
	(cd "$$tree/other" && $(GO) build -o "$$tree/rival" ./cmd/rival); \
	FIVES_RIVAL="$$tree/rival" $(GO) test ./engine/games -run 'TestStrength$$' -count=1 -timeout 0 -v -games=$(GAMES) -seed=$(SEED) -only='$(ONLY)'

# How far what games imagine of hidden cards, and of how a hand goes on, is from the truth, in
# 200 hands of each game. How many blunders that are planted into games of computer players are
# named as the moves that cost most, of HANDS in each game, how often a perfect move is called a
# loss, and what losses are worth when the hand is played on from the true hands, with two and with three seats.
teach: HANDS = 50
teach:
	$(GO) test $(addprefix ./,$(dir $(wildcard engine/games/*/calibrated_test.go))) -run TestCalibrated -count=1 -timeout 0 -v -gauge=200
	$(GO) test ./engine/teach -run 'TestPlanted|TestPerfect|TestTrue' -count=1 -timeout 0 -v -hands=$(HANDS)
	$(GO) test ./engine/teach -run TestTrue -count=1 -timeout 0 -v -hands=$(HANDS) -seats=3

# Whether score sheets add up and say no more than they may, and wild cards are marked
# in every view, in GAMES random games of every game with each option.
sheets:
	$(GO) test ./engine/games -run 'TestSuite/.*/sheets' -count=1 -timeout 0 -sheets=$(GAMES)

# Every fuzz target of the module in turn, for FUZZTIME each. By default, what has reached
# something new is made smaller for up to a minute, and meanwhile nothing is tried: where what
# is reached is not always the same, as in a replica, that takes all the time.
fuzz:
	@set -e; for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "$$pkg $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$pkg; \
		done; \
	done

lint: format cross
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

format:
	@unformatted=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go')); \
	if [ -n "$$unformatted" ]; then echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; fi

cross:
	@set -e; for system in $(FOREIGN); do \
		echo "build for $$system"; \
		CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) build ./...; \
	done
	@echo "build for js/wasm: $(PORTABLE)"
	@GOOS=js GOARCH=wasm $(GO) build $(PORTABLE)
	@GOOS=js GOARCH=wasm $(GO) vet ./p2p/host/... # its tests that run in a page

# Whether axe-core, which it fetches into a folder of its own, finds anything in the
# pages. Needs chromium and npm.
axe: wasm
	@set -e; folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	(cd "$$folder" && npm pack --silent $(AXE) && tar xzf axe-core-*.tgz); \
	FIVES_AXE="$$folder/package/axe.min.js" FIVES_BROWSERS=1 $(GO) test ./cli/open -run TestAxe -v -count=1

# The folder of a new game, made NAME=as-one-types-it: a small game that can be
# played, to be changed into the one that is meant.
game:
	@$(GO) run ./cmd/newgame $(NAME)

# The module under another path, in go.mod and wherever it is imported:
# make module MODULE=example.org/you/fives
module:
	@test -n "$(MODULE)" || { echo "usage: make module MODULE=example.org/you/fives" >&2; exit 2; }
	@set -e; old=$$($(GO) list -m); \
	$(GO) mod edit -module "$(MODULE)"; \
	find . -name '*.go' -exec sed -i.old -E "s,(^|[^[:alnum:]/.])$$old/($(LAYERS))([^[:alnum:]_-]|$$),\1$(MODULE)/\2\3,g" {} +; \
	find . -name '*.go.old' -exec rm {} +; \
	gofmt -w .

# The pictures of the README, from a session of the real program. Needs
# chromium, and nobody else's daemon on the loopback interface.
pictures: build
	$(GO) run ./cmd/pictures -screens cli/tui/testdata -into cmd/pictures/screens
	$(ALONE) $(GO) run ./cmd/pictures -fives $(BIN) -game all-fives -into cmd/pictures

# Every screen of the page and of the television, as pictures in the folder LOOK.
look: build
	FIVES_LOOK=$(abspath $(LOOK)) FIVES_PROGRAM=$(abspath $(BIN)) $(ALONE) $(GO) test ./cmd/pictures -run TestLook -v -count=1 -timeout 60m

install: wasm
	CGO_ENABLED=0 $(GO) install -trimpath -ldflags '-s -w' ./cmd/fives
	@share="$(PREFIX)/share"; fives="$$($(GO) env GOPATH)/bin/fives"; set -e; \
	mkdir -p "$$share/bash-completion/completions" "$$share/zsh/site-functions" "$$share/fish/vendor_completions.d" "$$share/man/man6"; \
	"$$fives" completion bash > "$$share/bash-completion/completions/fives"; \
	"$$fives" completion zsh > "$$share/zsh/site-functions/_fives"; \
	"$$fives" completion fish > "$$share/fish/vendor_completions.d/fives.fish"; \
	"$$fives" man > "$$share/man/man6/fives.6"

# The program for others, in dist: archives for every system that people play on, what each
# is made of, packages for Debian, and SHA256SUMS, signed with the maintainer's key that SIGN
# names (.github/SECURITY.md). The same commit gives the same bytes, because the release of
# Go is the one that go.mod names, also where GOTOOLCHAIN says otherwise.
release: export GOTOOLCHAIN := $(shell sed -n 's/^toolchain //p' go.mod)
release:
	@GOFLAGS= GOEXPERIMENT= GOWASM= $(MAKE) wasm
	$(GO) run ./cmd/release -into dist -nfpm $(NFPM) -sign "$(SIGN)"

# Whether that is so: from two clones in different folders, the second with nothing of
# what the first has compiled.
reproduce:
	@set -e; tree=$$(mktemp -d); trap 'chmod -R u+w "$$tree"; rm -rf "$$tree"' EXIT; trap 'exit 1' INT TERM; \
	git clone --quiet . "$$tree/one"; git clone --quiet . "$$tree/second/clone"; \
	$(MAKE) -C "$$tree/one" release SIGN=; \
	(umask 027; TZ=Asia/Tokyo GOCACHE="$$tree/cache" $(MAKE) -C "$$tree/second/clone" release SIGN=); \
	diff -r "$$tree/one/dist" "$$tree/second/clone/dist"; \
	cat "$$tree/one/dist/SHA256SUMS"; echo "the same bytes twice"

# SQLite at its newest release with the libc that it was made for (p2p/store/sqlite/doc.go
# says why), all other modules at their newest patches, and the release of Go that go.mod
# names at its own; then what runs in browsers and the tests with that release, and what has changed.
update:
	$(GO) get modernc.org/sqlite@latest
	$(GO) get -t -u=patch ./...
	$(GO) get "modernc.org/libc@$$(sed -n 's,.*modernc.org/libc *,,p' "$$($(GO) list -m -f '{{.GoMod}}' modernc.org/sqlite)")"
	$(GO) get toolchain@patch
	$(GO) mod tidy
	@git --no-pager diff --unified=0 go.mod | grep '^[-+][^-+]' || echo "nothing is newer"
	GOTOOLCHAIN=$$(sed -n 's/^toolchain //p' go.mod) $(MAKE) wasm lint test

clean:
	rm -rf bin dist cli/wasm/built/*.gz cli/wasm/built/*.js
