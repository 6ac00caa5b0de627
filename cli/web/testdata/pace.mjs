// A table at the pace of the page, with a clock that this test moves.
import assert from "node:assert/strict"

const timers = new Map()
let clock = 0, ids = 0
globalThis.setTimeout = (f, ms) => { timers.set(++ids, { at: clock + ms, f }); return ids }
globalThis.clearTimeout = id => timers.delete(id)
function pass(ms) {
  for (const end = clock + ms; ;) {
    const [id, next] = [...timers].sort((a, b) => a[1].at - b[1].at)[0] ?? []
    if (!next || next.at > end) { clock = end; return }
    clock = next.at
    timers.delete(id)
    next.f()
  }
}

const { pacer } = await import("./pace.mjs")

// table is one whose screens are "move" or "move|n", with n settled hands.
function table() {
  const t = { log: [], said: [], settled: 0, seen: 0, read: false, over: false, idle: [] }
  t.pace = pacer({
    show(screen) { t.log.push(screen); t.settled = parseInt(screen.split("|")[1] ?? t.settled); t.pace.goOn() },
    tell(lines) { t.said.push(...lines.filter(l => l)) },
    rest: () => 600,
    most: () => 3,
    due: () => t.settled > t.seen,
    ahead: screen => screen.includes("!") && parseInt(screen.split("|")[1]) > t.seen,
    reading: () => t.read,
    covered: () => t.read || t.over,
    result() { t.seen++; t.read = true; t.log.push(`result ${t.seen}`) },
    idle() { assert(!t.pace.waits()); t.idle.push(t.log.at(-1)) },
  })
  t.closed = () => { t.read = false; t.pace.goOn() }
  return t
}

function same(t, log, said = log.filter(l => !l.startsWith("result")).map(l => l[0])) {
  assert.deepEqual(t.log, log)
  assert.deepEqual(t.said, said)
}
const add = (t, ...screens) => screens.forEach(s => t.pace.add(s.split("|")[0], s, s[0]))

// Moves follow each other at a beat, each with its line.
let t = table()
add(t, "a", "b", "c")
same(t, ["a"])
pass(0)
same(t, ["a"])
pass(600)
same(t, ["a", "b"])
pass(600)
same(t, ["a", "b", "c"])

// Never more than three wait; what is too many is told with the next that is shown.
t = table()
add(t, "a", "b", "c", "d", "e", "f", "g")
same(t, ["a"])
pass(600)
same(t, ["a", "e"], ["a", "b", "c", "d", "e"])
pass(1200)
same(t, ["a", "e", "f", "g"], [..."abcdefg"])

// Lines that come without a screen are told with the next one, in their order, and not before those that
// wait; without a next one they follow what waits.
t = table()
add(t, "a", "b")
t.pace.hold("x")
t.pace.hold("y")
same(t, ["a"], ["a"])
add(t, "c")
pass(600)
same(t, ["a", "b"], [..."ab"])
pass(600)
same(t, ["a", "b", "c"], [..."abxyc"])
t.pace.hold("z")
pass(500)
same(t, ["a", "b", "c"], [..."abxyc"])
pass(100)
same(t, ["a", "b", "c"], [..."abxycz"])
add(t, "d", "e")
t.pace.hold("v")
pass(600)
same(t, ["a", "b", "c", "d", "e"], [..."abxyczdev"])
for (const at of ["now", "leave"]) {
  t = table()
  add(t, "a", "b")
  t.pace.hold("x")
  t.pace[at]()
  assert.deepEqual(t.said, [..."abx"])
}

// The move that ends a hand is looked at for a beat; then comes its result; nothing is
// shown or told before that has been read, and no result is left out.
t = table()
add(t, "a", "b|1")
pass(600)
same(t, ["a", "b|1"])
add(t, "c|1", "d|2", "e|2")
pass(600)
same(t, ["a", "b|1", "result 1"], ["a", "b"])
pass(20000)
same(t, ["a", "b|1", "result 1"], ["a", "b"])
t.closed()
pass(600)
same(t, ["a", "b|1", "result 1", "c|1"], [..."abc"])
pass(600)
same(t, ["a", "b|1", "result 1", "c|1", "d|2"], [..."abcd"])
pass(600)
same(t, ["a", "b|1", "result 1", "c|1", "d|2", "result 2"], [..."abcd"])
t.closed()
pass(1200)
same(t, ["a", "b|1", "result 1", "c|1", "d|2", "result 2", "e|2"], [..."abcde"])

// A screen that already has the person's turn waits for the result of the one before.
t = table()
add(t, "a", "b|1!")
pass(600)
same(t, ["a", "result 1"], ["a"])
t.closed()
pass(600)
same(t, ["a", "result 1", "b|1!"], [..."ab"])

// Two hands that one screen has settled have two results.
t = table()
add(t, "a|2")
pass(600)
t.closed()
pass(600)
same(t, ["a|2", "result 1", "result 2"], ["a"])

// A result waits while something else lies over the screen.
t = table()
t.over = true
add(t, "a|1", "b|1")
pass(6000)
same(t, ["a|1"])
t.over = false
t.closed()
pass(600)
same(t, ["a|1", "result 1"], ["a"])

// A tap shows what waits, up to a result.
t = table()
add(t, "a", "b", "c|1", "d|1")
t.pace.hurry()
same(t, ["a", "b", "c|1"])
pass(600)
same(t, ["a", "b", "c|1", "result 1"], [..."abc"])

// A page that was away has the last state at once, and all that is told of it.
t = table()
add(t, "a", "b", "c|1", "d|1")
t.pace.now()
same(t, ["a", "d|1"], [..."abcd"])

// A table that is left is told to its end.
t = table()
add(t, "a", "b", "c")
t.pace.leave()
pass(6000)
same(t, ["a"], [..."abc"])

// Whoever waits until all has been shown is told when that is so, and not before a result has been
// read.
t = table()
add(t, "a", "b")
assert.deepEqual(t.idle, [])
pass(1200)
assert.deepEqual(t.idle, ["b"])
add(t, "c|1")
pass(20000)
assert.deepEqual(t.idle, ["b"])
t.closed()
add(t, "d|1")
pass(1200)
assert.equal(t.idle.at(-1), "d|1")
for (const at of ["hurry", "now"]) {
  t = table()
  add(t, "a", "b", "c")
  t.pace[at]()
  assert.equal(t.idle.at(-1), "c")
}
