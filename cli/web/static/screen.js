// The screen that a whole room looks at: a large table; beside it the story, the other tables,
// and the way in. What is there comes from the node as HTML, and contains nothing that is not
// for everybody. Nobody taps here: the screen finds by itself what to show.

import { byFetch, byWorker, pictured } from "./transport.js"
import { morph } from "./morph.js"
import { place } from "./address.js"
import { react } from "./react.js"

const $ = (q, from = document) => from.querySelector(q)
const main = $("#main"), story = $("#story"), room = $("#room")
const stage = () => $("#stage", main)

const rest = 700       // milliseconds for which a move is on the screen
const most = 3         // moves that wait for that; when there are more, they are told with the next one
const read = 8000      // for which a result is on the screen
const glance = 4000    // the same if the next hand is being played already
const patience = 20000 // for which a table may rest while something happens at another
const honour = 45000   // for which a game that is over stays while another one is played
const often = 3000     // between two looks at who is here

// What is known about a table: its latest screen, the lines of its story, and when something
// happened there.
const tables = new Map()
const mostLines = 60
const known = { since: 0, ready: false }
let shown = "" // the table on the screen
let counted = "", ended = 0 // the hand whose result is on the screen; when the game ended
let asked = place(location.hash).table // "" for the table where something happens

const worker = $("#worker")
const { refused } = self.early
const node = worker && !refused ? byWorker(self.early, progress) : byFetch()

// What happens is shown at a pace that an eye can follow, the story together with the table.
// Results are never left out.
const waiting = [] // screens, each with the lines that tell about it
let since = -rest, timer = 0
const result = html => /data-result="(\d+)"/.exec(html)?.[1] ?? "" // the hand whose result it shows
const due = () => !counted ? rest : waiting.some(w => w.moves) ? glance : read

function add(beat, html, lines) {
  const last = waiting.at(-1), moves = Number(beat.split(",")[1])
  if (last?.beat === beat) Object.assign(last, { html, lines: [...last.lines, ...lines] })
  else waiting.push({ beat, html, lines, moves: moves > 0 && !result(html) })
  if (waiting.length > most) {
    const gone = waiting.findIndex(w => !result(w.html)) // the last one is never left out
    if (gone >= 0 && gone < waiting.length - 1) waiting[gone + 1].lines.unshift(...waiting.splice(gone, 1)[0].lines)
    else if (waiting.length > 2 * most) hurry()
  }
  step()
}

function step() {
  clearTimeout(timer)
  if (!waiting.length) return
  const same = counted && result(waiting[0].html) === counted
  const left = since + due() - performance.now()
  if (left > 0 && !same) { timer = setTimeout(step, left); return }
  const { html, lines } = waiting.shift()
  if (!same) since = performance.now()
  told(lines)
  drawn(html)
  step()
}

// hurry shows how things stand at once.
function hurry() {
  const last = waiting.at(-1), lines = waiting.flatMap(w => w.lines)
  waiting.length = 0
  told(lines)
  if (last) drawn(last.html)
}

// progress shows what a worker says unasked.
function progress({ say, fatal }) {
  if (fatal) {
    banner(fatal, true)
    stopped(fatal)
  }
  else if (say && $("#starting")) $("#starting").textContent = say
}

const pictures = pictured()

async function start() {
  if (refused || !await pictures) return // it has been said why
  const q = new URLSearchParams(location.hash.slice(1))
  if (q.has("token")) {
    history.replaceState(null, "", location.pathname + "#/" + (q.get("at") ?? ""))
    asked = place(location.hash).table
    if (!await node.enter(q.get("token"))) { askCode("What led here lets in once, and has done so."); return }
  }
  try {
    if ((await node.ask("GET", "/room")).status === 401) { askCode(""); return }
  } catch (e) { lost(); setTimeout(start, 1000); return }
  await look()
  follow()
  setInterval(look, often)
}

// askCode asks for the code, in a tab that nothing has let in yet.
function askCode(say) {
  const form = $("#entering")
  $("#starting").hidden = true
  form.hidden = false
  $("#entering-say").textContent = say
  form.onsubmit = async e => {
    e.preventDefault()
    try {
      if (!await node.enter(new FormData(form).get("code").trim())) { askCode("That is not the code of this screen."); return }
      form.hidden = true
      start()
    } catch (e) { lost() }
  }
  $("input", form).focus()
}

// look asks who is here, and what there is to play.
let looking = false
async function look() {
  if (looking) return
  looking = true
  try {
    const r = await node.ask("GET", "/room")
    if (r.status === 200) {
      $("#starting")?.remove()
      $("#entering")?.remove()
      if (known.ready) banner("")
      morph(room, r.text)
      tidy()
      aside()
      watch()
      choose()
      document.body.toggleAttribute("data-idle", !shown)
    } else lost(JSON.parse(r.text).say)
  } catch (e) { lost() }
  looking = false
}

const tiles = () => [...room.querySelectorAll(".tile")]

// watch watches every table that may be watched.
const tried = new Map()
function watch() {
  for (const t of tiles()) {
    const id = t.dataset.table
    if (!("watch" in t.dataset) || performance.now() - (tried.get(id) ?? -Infinity) < patience) continue
    tried.set(id, performance.now())
    node.ask("POST", `/table/${id}/watch`, {}).then(look).catch(() => {})
  }
}

// aside leaves out the table that is on the screen.
function aside() { for (const t of tiles()) t.hidden = t.dataset.table === shown }

// tidy forgets the tables that are gone.
function tidy() {
  const there = new Set(tiles().map(t => t.dataset.table))
  for (const known of [tables, tried])
    for (const id of known.keys()) if (!there.has(id) && id !== shown) known.delete(id)
}

function of(id) {
  let t = tables.get(id)
  if (!t) tables.set(id, t = { screen: "", lines: [], untold: [], moved: 0 })
  return t
}

// choose puts a table on the screen: the one that was asked for, or else the one where
// something happens. A table that is being played stays while the game goes on. One that is
// over stays until its players go on elsewhere, or it has been seen.
function choose() {
  const now = performance.now(), playing = tiles().filter(t => "show" in t.dataset)
  if (asked) {
    asked = playing.find(t => t.dataset.parent === asked)?.dataset.table ?? asked // the table where it goes on
    show(asked)
    return
  }
  const moved = t => of(t.dataset.table).moved
  const others = playing.filter(t => t.dataset.table !== shown).sort((a, b) => moved(b) - moved(a))
  const here = playing.find(t => t.dataset.table === shown), other = others.find(t => t.dataset.parent === shown) ?? others[0]
  ended = here || waiting.length ? 0 : ended || (shown && now) // what is still to be shown is not over
  if (here && (!other || now - moved(here) < patience || moved(other) <= moved(here))) return
  if (!here && shown && other?.dataset.parent !== shown && !(ended && now - ended >= honour)) return
  if (other) show(other.dataset.table)
}

// show puts a table on the screen.
async function show(id) {
  if (id === shown) return
  hurry()
  shown = id
  ended = 0
  counted = ""
  told([])
  aside()
  if (!of(id).screen) {
    const r = await node.ask("GET", `/table/${id}/screen`).catch(() => null)
    if (shown !== id) return
    if (r?.status !== 200) { shown = ""; return }
    of(id).screen ||= r.text
  }
  drawn(of(id).screen)
}

// follow opens the stream of events, and opens it again when it breaks.
async function follow() {
  try { await node.follow(`/live?since=${known.since}`, happened).ended } catch (e) { /* said below */ }
  known.ready = false
  lost()
  setTimeout(follow, 1000)
}

function happened(e) {
  if (e.kind === "gone") { lost(e.say); return }
  known.since = Math.max(known.since, e.seq)
  if (e.kind === "now") {
    known.ready = true
    banner("")
    hurry()
    for (const t of tables.values()) t.moved = 0
    choose()
    return
  }
  // All may have agreed on a table a moment before it begins.
  const begun = e.screen?.includes(`data-phase="playing"`) && !tiles().some(t => t.dataset.table === e.table && "show" in t.dataset)
  if (begun || ["peer", "lobby", "started", "over", "onward", "handover"].includes(e.kind)) soon()
  if (!e.table) return
  const t = of(e.table)
  if (e.screen) {
    const beat = String(e.beat)
    if (beat !== t.beat) t.moved = performance.now()
    t.beat = beat
    t.screen = e.screen
  }
  if (e.react && known.ready && e.table === shown) react(stage(), e.name, e.react)
  t.untold.push(e.log && { log: e.log, of: e.of })
  t.untold.splice(0, t.untold.length - mostLines)
  if (!e.screen) return // it comes with the last of several events
  const lines = t.untold.splice(0)
  if (e.table === shown) add(t.beat, e.screen, lines)
  else keep(t, lines)
  if (!known.ready || document.hidden) hurry()
  else if (!shown && !asked && /data-phase="(playing|over)"/.test(e.screen)) show(e.table) // even if the game is very short
}

let looks = 0
function soon() {
  clearTimeout(looks)
  looks = setTimeout(look, 200)
}

// keep adds lines to the story of a table.
function keep(t, lines) {
  for (const l of lines.filter(Boolean)) {
    if (l.of) t.lines = t.lines.filter(x => x.of !== l.of)
    t.lines.push(l)
  }
  t.lines.splice(0, t.lines.length - mostLines)
}

// told puts lines into the story, as many as can be seen.
function told(lines) {
  if (!shown) return
  const t = of(shown)
  keep(t, lines)
  morph(story, t.lines.slice(-latest).map(l => l.log).join(""))
  trim()
}

const latest = 3 // lines of the story

function trim() {
  while (story.firstChild && story.scrollHeight > story.clientHeight + 1) story.firstChild.remove()
}

// drawn puts a screen on the page.
function drawn(html) {
  morph(main, html)
  const s = stage(), { phase } = s.dataset
  document.body.dataset.phase = phase
  document.body.removeAttribute("data-idle")
  document.body.dataset.game = s.dataset.game
  document.title = `${$("h1", s).textContent} · fives`
  if (phase === "over" || phase === "stopped") ended ||= performance.now()
  counted = result(html)
  clock()
  fit()
}

// fit draws the table as large as there is room for.
const smallest = 6
function fit() {
  main.className = ""
  for (let level = 1; level <= smallest; level++) {
    if ([...main.querySelectorAll(".felt, .room, .count")].every(whole)) break
    main.classList.add(`f${level}`)
  }
  trim()
}

const whole = e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1

function clock() {
  const c = $("#clock")
  if (!c) return
  const left = Math.max(0, Math.round((Date.parse(c.dateTime) - Date.now()) / 1000))
  c.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
}

function banner(text, last = false) {
  const b = $("#banner")
  if ("last" in b.dataset) return
  if (last) b.dataset.last = ""
  if (b.textContent !== text) b.textContent = text
}
function lost(say) { banner(say || "The node behind this screen does not answer. Trying again…") }

// awake keeps the display on, if the browser lets a page do so.
async function awake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {})
}

setInterval(clock, 1000)
// How long somebody has been away.
setInterval(async () => {
  const id = shown
  if (!id || !$(".troubles", main) || document.hidden || waiting.length) return
  const r = await node.ask("GET", `/table/${id}/screen`).catch(() => null)
  if (r?.status === 200 && shown === id && !waiting.length) drawn(r.text)
}, 1000)
addEventListener("resize", () => { if (stage()) fit() })
addEventListener("hashchange", () => { asked = place(location.hash).table; choose() })
addEventListener("online", () => node.wake?.())
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return
  awake()
  node.wake?.()
  hurry()
})
awake()
start()
