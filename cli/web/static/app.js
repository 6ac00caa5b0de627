// The page: which screen is shown, what happens there, and what is tapped. What is on a
// screen comes from the node as HTML; nothing here knows a game.

import { byFetch, byWorker } from "./transport.js"
import { morph } from "./morph.js"
import * as hand from "./hand.js"
import { invitation, place as placeOf } from "./address.js"

const $ = (q, from = document) => from.querySelector(q)
const screen = $("#screen"), sheet = $("#sheet"), side = $("#side"), story = $("#story")
const place = { name: "", table: "" }     // what is on the screen
const known = { since: 0, ready: false }  // of the stream
const stories = new Map()                 // lines by table
const seen = new Map()                    // settled hands that were shown, by table
const awaited = new Set()                 // tables that are gone to when they begin
const pace = { rest: 600, waiting: [], beat: "", timer: 0 }
const invited = invitation(location.hash) // to a table, or null
let node, stream, started = false

const worker = $("#worker")
let named = false // the worker's question has its answer
node = worker ? byWorker(self.early, progress) : byFetch()
if (worker) nobodyYet()

// progress is what a worker says by itself.
function progress({ say, fatal, ask }) {
  if (fatal) { ended = fatal; banner(fatal); return }
  if (ask === "name") { if (say || !named) askName(say); return }
  if (say && $("#starting")) $("#starting").textContent = say
}

// nobodyYet asks for the name while the program is fetched, if this browser keeps nothing
// of any node. Where that cannot be known, the node asks when it runs.
async function nobodyYet() {
  try {
    const kept = await indexedDB.databases()
    if (!kept.some(d => d.name === "fives") && !named) askName()
  } catch (e) { /* the node says why, if it matters */ }
}

// askName asks whoever plays here for the first time for a nickname; say is what was
// wrong with the one before.
function askName(say) {
  const form = $("#naming")
  $("#starting").hidden = true
  form.hidden = false
  $("#naming-say").textContent = say ?? ""
  if (invited) $("button", form).textContent = `Sit down at table ${short(invited.table)}`
  form.onsubmit = e => {
    e.preventDefault()
    named = form.hidden = true
    if (invited) invited.accepted = true
    $("#starting").hidden = false
    node.tell({ name: new FormData(form).get("name") })
  }
  $("input", form).focus()
}

// The fragment of the address names a place (address.js). One that names a token or an
// invitation is used up at the start.
async function start() {
  const q = new URLSearchParams(location.hash.slice(1))
  if (q.has("token")) {
    history.replaceState(null, "", location.pathname + "#/" + (q.get("at") ?? ""))
    if (!await node.enter(q.get("token"))) { askCode("What led here lets in one time, and has done that."); return }
  }
  try {
    if (!worker && !await pictured()) { askCode(""); return }
  } catch (e) { lost() ; setTimeout(start, 1000); return }
  started = true
  if (invited) history.replaceState(null, "", location.pathname + "#/")
  addEventListener("hashchange", () => go(false))
  await go(true)
  if (invited) welcome().catch(() => lost())
  if (worker) pictured().catch(() => lost()) // a node that has just started shows the lobby first
}

// askCode asks for the code, in a tab that nothing has let in.
function askCode(say) {
  const form = $("#entering")
  $("#starting").hidden = true
  form.hidden = false
  $("#entering-say").textContent = say
  form.onsubmit = async e => {
    e.preventDefault()
    e.stopPropagation()
    try {
      if (!await node.enter(new FormData(form).get("code").trim())) { askCode("That is not the code of this page."); return }
      start()
    } catch (e) { lost() }
  }
  $("input", form).focus()
}

// pictured gets the pictures of all cards, and reports whether this page is let in.
async function pictured() {
  const r = await node.ask("GET", "/pictures")
  if (r.status === 401) return false
  $("#pictures").innerHTML = r.text
  return true
}

const short = table => table.slice(0, 8)

// welcome goes to the table of an invitation if this node sits there already. Else it
// asks: that a link was opened is no word of this page's person.
async function welcome() {
  const r = await node.ask("GET", `/table/${invited.table}`)
  const there = r.status === 200 && /data-table="([0-9a-f]+)"/.exec(r.text)
  if (there) { location.hash = `#/table/${there[1]}`; return }
  if (invited.accepted) { await join(); return }
  $("#asked b").textContent = short(invited.table)
  $("#asked").hidden = false
}

// join sits down at the table of an invitation. A node that has just started has to find
// the table first.
async function join() {
  $("#asked").hidden = true
  const unseen = ["no-table", "no-tables", "no-open-table", "host-silent"]
  const path = `/table/${invited.table}/join`
  for (let tries = 20; tries > 0; tries--) {
    const r = await node.ask("POST", path, { code: invited.code })
    const a = JSON.parse(r.text)
    if (tries === 1 || !unseen.includes(a.code)) { answered(a, path); return }
    note("Looking for the table…")
    await new Promise(done => setTimeout(done, 500))
  }
}

// go shows the screen that the address names.
async function go(first) {
  const was = place.table
  Object.assign(place, placeOf(location.hash))
  sheet.close()
  document.body.dataset.screen = place.name
  if (!place.table) side.classList.remove("open")
  flushed()
  pace.beat = ""
  if (await look() && !first) screen.focus({ preventScroll: true })
  tellStory()
  if (first || was !== place.table || !stream) follow()
}

const address = () => place.table ? `/table/${place.table}` : `/${place.name}`

// look asks for the screen.
async function look() {
  const wanted = address()
  try {
    const r = await node.ask("GET", wanted)
    if (address() !== wanted) return false
    if (r.status !== 200) {
      const a = JSON.parse(r.text)
      if (a.gone) lost(a.say)
      else { note(a.say, true); if (place.name !== "lobby") location.hash = "#/" }
      return false
    }
    drawn(r.text)
    return true
  } catch (e) { lost(); return false }
}

let taught = "" // step whose page of a lesson is on the screen

// drawn puts a screen there, and keeps what the person has there.
function drawn(html) {
  const over = !!$(".table[data-over]", screen)
  morph(screen, html)
  const table = $(".table", screen)
  if (!over && table?.hasAttribute("data-over")) changed = performance.now()
  document.title = ($("h1", screen)?.textContent ?? "") + (table?.hasAttribute("data-yours") ? " · your turn" : "") + " · fives"
  if (!table) return
  hand.dealt(table)
  clock()
  if (taught !== table.dataset.step) $("#lesson")?.scrollTo(0, 0) // a lesson's next page begins above
  taught = table.dataset.step
  const id = table.dataset.table, n = Number(table.dataset.settled)
  if (!(n >= seen.get(id))) seen.set(id, n) // the first time, or a lesson is taken again
  else if (n > seen.get(id)) {
    seen.set(id, n)
    if (!sheet.open || sheet.dataset.path?.startsWith(`/table/${id}/hand`)) open(`/table/${id}/hand?n=${n}`)
  }
}

// follow takes up the stream of what happens, and again where it breaks.
async function follow() {
  stream?.stop()
  const mine = stream = node.follow(`/events?since=${known.since}&table=${place.table}`, e => { if (mine === stream) happened(e) })
  try { await mine.ended } catch (e) { /* said below */ }
  if (mine !== stream) return
  stream = null
  known.ready = false
  lost()
  setTimeout(() => { if (!stream) back() }, 1000)
}

async function back() {
  if (await look()) follow()
  else setTimeout(() => { if (!stream) back() }, 1000)
}

function happened(e) {
  if (e.kind === "gone") { lost(e.say); return }
  banner("")
  known.since = Math.max(known.since, e.seq)
  if (e.kind === "now") { known.ready = true; return }
  if (e.log) {
    const lines = stories.get(e.table) ?? []
    stories.set(e.table, lines)
    lines.push(e.log)
    if (lines.length > 400) lines.shift()
    if (e.table === place.table) tellStory()
  }
  if (known.ready) {
    if (e.say && (e.table === place.table || !e.table)) aloud(e.say)
    if (e.kind === "turn" && e.yours) {
      navigator.vibrate?.(60)
      if (e.table !== place.table) note("It is your turn at another table.", false, `table/${e.table}`)
    }
    if (e.kind === "chat" && e.table === place.table && !story.checkVisibility()) note(e.say)
    if (e.kind === "onward" && e.table !== place.table) note(e.say)
    if (awaited.has(e.was)) awaited.add(e.table)
    if (e.kind === "started" && (awaited.delete(e.table) || place.name === "lobby")) location.hash = `#/table/${e.table}`
  }
  if (e.screen && e.table === place.table) paced(e)
  if (["peer", "lobby", "started", "over", "onward", "turn"].includes(e.kind) && place.name === "lobby") soon()
}

// paced lets moves follow each other so that an eye can. A tap shows at once what has
// come.
function paced(e) {
  const beat = String(e.beat)
  if (beat === pace.beat && !pace.waiting.length) { drawn(e.screen); return }
  const last = pace.waiting.at(-1)
  if (last && String(last.beat) === beat) pace.waiting[pace.waiting.length - 1] = e
  else pace.waiting.push(e)
  if (!pace.timer) rested()
}

function rested() {
  pace.timer = 0
  const e = pace.waiting.shift()
  if (!e) return
  const first = pace.beat === ""
  pace.beat = String(e.beat)
  drawn(e.screen)
  if (!first || pace.waiting.length) pace.timer = setTimeout(rested, pace.rest)
}

// flushed shows all that waits, and reports whether anything did.
function flushed() {
  clearTimeout(pace.timer)
  pace.timer = 0
  const e = pace.waiting.at(-1)
  pace.waiting = []
  if (!e) return false
  pace.beat = String(e.beat)
  if (e.table === place.table) drawn(e.screen)
  return true
}

let asked = 0
function soon() {
  clearTimeout(asked)
  asked = setTimeout(() => { if (place.name === "lobby") look() }, 100)
}
setInterval(() => { if (started && place.name === "lobby" && !document.hidden && !sheet.open) look() }, 2000)
document.addEventListener("visibilitychange", () => { if (!document.hidden && started && !stream) back() })

function tellStory() {
  const bottom = story.scrollHeight - story.scrollTop - story.clientHeight < 40
  morph(story, (stories.get(place.table) ?? []).join(""))
  if (bottom) story.scrollTop = story.scrollHeight
}

// What is said to the person.
// save hands a file to the browser, and shows what is to be said of it.
async function save(path) {
  try {
    const say = await node.save(path)
    if (say) { sheet.close(); note(say, true) }
  } catch (e) { lost() }
}

let ended = "" // why the node cannot go on; that stays
function banner(text) {
  const b = $("#banner")
  text = ended || text
  if (b.textContent !== text) b.textContent = text
}
function lost(say) { banner(say || "Your node does not answer. Trying again…") }

let noted = 0
function note(text, wrong = false, go = "") {
  const n = $("#note")
  n.textContent = text
  n.className = wrong ? "wrong" : ""
  if (go) {
    const a = document.createElement("a")
    a.href = `#/${go}`
    a.textContent = "Go there"
    n.append(" ", a)
  }
  clearTimeout(noted)
  if (text) noted = setTimeout(() => note(""), wrong ? 9000 : 6000)
}

function aloud(text) {
  const line = document.createElement("p")
  line.textContent = text
  const log = $("#aloud")
  log.append(line)
  while (log.children.length > 8) log.firstChild.remove()
}

// act changes something, and goes where that leads.
async function act(path, form = []) {
  try {
    const a = JSON.parse((await node.ask("POST", path, form)).text)
    if (a.ask) return await sure(a.ask) && act(path, [...form, ["sure", "1"]])
    return answered(a, path)
  } catch (e) { lost(); return false }
}

// answered shows what has come of act, and reports whether that is what was wanted.
function answered(a, path) {
  if (a.gone) { lost(a.say); return false }
  if (a.code === "needs-code") location.hash = "#/"
  if (a.say) note(a.say, a.error)
  if (a.error) return false
  if (path.endsWith("/join") || path === "/new") awaited.add(path.split("/")[2])
  if (a.go !== undefined && a.go !== "") {
    sheet.close()
    const to = a.go === "/" ? "#/" : `#/${a.go}`
    if (location.hash === to) look()
    else location.hash = to
  } else if (place.name === "lobby") look()
  return true
}

// open shows something over the screen.
async function open(path) {
  try {
    const r = await node.ask("GET", path)
    if (r.status !== 200) { note(JSON.parse(r.text).say, true); return }
    sheet.dataset.path = path
    sheet.classList.toggle("wide", /history|rules|replay/.test(path))
    morph($("#sheet-body"), r.text)
    changed = performance.now()
    const title = $("h2", sheet)
    if (title) sheet.setAttribute("aria-label", title.textContent)
    if (!sheet.open) { sheet.showModal(); sheet.scrollTop = 0 }
  } catch (e) { lost() }
}

// sure asks before something that is for good.
function sure(question) {
  const ask = $("#ask")
  $("#question").textContent = question
  ask.returnValue = ""
  ask.showModal()
  return new Promise(done => ask.addEventListener("close", () => done(ask.returnValue === "yes"), { once: true }))
}
$("#yes").onclick = () => $("#ask").close("yes")
$("#no").onclick = () => $("#ask").close("no")

const tableNow = () => $(".table", screen)

async function playMove(b) {
  const t = tableNow()
  if (t.dataset.sent === t.dataset.step) { note("Your last move is on its way."); return }
  t.dataset.sent = t.dataset.step
  flushed() // what comes of the move does not wait for those before it
  if (!await act(`/table/${place.table}/play`, { move: b.dataset.move, step: t.dataset.step })) delete t.dataset.sent
  else note("")
}

// What is tapped. A new game is not begun by a tap that was meant for what lay there a
// moment before.
let changed = 0
const reaction = 350
document.addEventListener("click", e => {
  if (performance.now() - changed < reaction && e.target.closest("[data-post$='/rematch']")) {
    e.preventDefault()
    e.stopPropagation()
    return
  }
  if (!pace.waiting.length || !e.target.closest("#screen .play, #screen .hand, #screen button.zone")) return
  const step = tableNow().dataset.step
  flushed()
  if (tableNow().dataset.step === step) return
  e.preventDefault() // it was meant for what is not there any more
  e.stopPropagation()
}, true)

document.addEventListener("click", async e => {
  const b = e.target.closest("button, a[data-sheet]")
  if (!b || b.disabled) return
  const d = b.dataset, t = tableNow()
  if (d.move !== undefined) playMove(b)
  else if (d.card !== undefined) hand.toggle(t, Number(d.place))
  else if (d.play !== undefined) hand.aim(t, d.play)
  else if (b.id === "sort") hand.sort($("#hand"))
  else if (b.id === "unchoose") hand.unchoose(t)
  else if (b.id === "hint") hint()
  else if (b.id === "try") act(`/table/${place.table}/try`, hand.chosen().map(c => ["card", c]))
  else if ("side" in d) { side.classList.toggle("open"); if (side.classList.contains("open")) { story.scrollTop = story.scrollHeight; $("#say").focus() } }
  else if (b.id === "later") $("#asked").hidden = true
  else if ("close" in d) sheet.close()
  else if (d.replay !== undefined) open(d.replay + (Number($("#r-at").value) + Number(d.by)))
  else if (d.sheet !== undefined) open(d.sheet)
  else if (d.file !== undefined) save(d.file)
  else if (d.post !== undefined) {
    if (!d.confirm || await sure(d.confirm)) act(d.post, new URLSearchParams(d.values ?? ""))
  }
})

async function hint() {
  note("Thinking…")
  try {
    const step = tableNow().dataset.step
    const r = await node.ask("GET", `/table/${place.table}/hint`)
    const a = JSON.parse(r.text)
    if (a.error) { note(a.say, true); return }
    const t = tableNow()
    if (!t || t.dataset.step !== step) { note(""); return }
    hand.propose(t, a.move, a.item)
    note(a.say || "The hint is marked.")
  } catch (e) { lost() }
}

document.addEventListener("submit", async e => {
  e.preventDefault()
  const f = e.target, form = new URLSearchParams(new FormData(f))
  if (f.id === "chat") {
    if (form.get("text").trim() && await act(`/table/${place.table}/say`, form)) f.reset()
    return
  }
  if (f.id === "asked") { join().catch(() => lost()); return }
  if (f.id === "naming" || f.dataset.confirm && !await sure(f.dataset.confirm)) return
  await act(f.getAttribute("action"), form)
})

document.addEventListener("change", async e => {
  const d = e.target.dataset
  if (d.reload) {
    const r = await node.ask("GET", `${d.reload}?game=${encodeURIComponent(e.target.value)}`)
    if (r.status === 200) drawn(r.text)
  } else if (d.sheetValue) open(d.sheetValue + encodeURIComponent(e.target.value))
  else if (d.replay) open(d.replay + encodeURIComponent(e.target.value))
})

// Keys: arrows walk among cards, and among moves; escape puts the cards back.
document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input, select, textarea")) return
  const group = e.target.closest("#hand, #moves, .zones")
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[e.key]
  if (group && by) {
    const row = [...group.querySelectorAll("button")].filter(b => b.checkVisibility())
    const vertical = e.key === "ArrowUp" || e.key === "ArrowDown"
    if (group.id === "hand" && vertical) (e.key === "ArrowDown" ? $("#moves button:not([hidden])") : null)?.focus()
    else row[(row.indexOf(document.activeElement) + by + row.length) % row.length]?.focus()
    e.preventDefault()
  } else if (e.key === "Escape" && !sheet.open && !$("#ask").open && tableNow()) hand.unchoose(tableNow())
})

// The clock of a turn, and the fan of the hand as wide as it may be.
function clock() {
  const c = $("#clock")
  if (!c) return
  const left = Math.max(0, Math.round((Date.parse(c.dateTime) - Date.now()) / 1000))
  c.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
}
setInterval(clock, 1000)
addEventListener("resize", () => { const h = $("#hand"); if (h) hand.fan(h) })

start()
