// The page: which screen is shown, what happens there, and what the person taps. What is on a
// screen comes from the node as HTML; nothing here knows a game.

import { byFetch, byWorker, pictured } from "./transport.js"
import { morph } from "./morph.js"
import * as hand from "./hand.js"
import { invitation, place as placeOf } from "./address.js"
import { pacer } from "./pace.js"
import { dragging } from "./drag.js"
import * as lively from "./lively.js"
import { keepAwake, tap } from "./awake.js"
import { react } from "./react.js"
import * as taste from "./taste.js"
import * as form from "./form.js"
import { share } from "./picture.js"
import { keep, kept } from "./kept.js"

const $ = (q, from = document) => from.querySelector(q)
const visible = e => e.getClientRects().length > 0
const screen = $("#screen"), sheet = $("#sheet"), story = $("#story")
const place = { name: "", table: "" }     // what is on the screen
const known = { since: 0, ready: false }  // about the stream
const stories = new Map()                 // lines of the story, by table
const seen = new Map()                    // how many settled hands have had their result shown, by table
const awaited = new Set()                 // tables to go to when they begin
const invited = invitation(location.hash) // the table to which an invitation leads, or null
let node, stream, started = false

const tableNow = () => $(".table", screen)
const due = () => place.table && !absent() && Number(tableNow()?.dataset.settled) > seen.get(tableNow()?.dataset.table)
const trail = []                          // what lies below the sheet: each its path, and whether it is a result that is being read
const reading = () => sheet.open && ("result" in sheet.dataset || trail.some(s => s.result))
const ahead = html => !absent() && Number(/data-settled="(\d+)"[^>]* data-yours/.exec(html)?.[1]) > seen.get(place.table)
taste.dress()
const pace = pacer({ rest: taste.rest, most: () => Number(tableNow()?.dataset.round), show: drawn, tell, due, ahead, reading, covered: () => sheet.open || $("#ask").open, result, idle: succeeds })

const worker = $("#worker"), { refused } = self.early
let named = false // the worker's question has been answered
let goesOn = ""   // as whom the node goes on without asking
node = worker && !refused ? byWorker(self.early, progress) : byFetch()
if (worker && !refused) {
  greeted().catch(() => {}).then(nobodyYet) // if the laptop does not answer, the fetcher says so too
}

// progress shows what a worker says unasked.
function progress({ say, fatal, ask, come, of, suggest, aside, played, known, settled }) {
  if (come) { fetched(come, of); return }
  if (fatal) { ended = fatal; banner(fatal); stopped(fatal); return }
  if (ask === "name" && $("#starting")) $("#starting").textContent = "The cards are ready."
  if (ask === "name") { if (say || aside.length || !named) askName(say, suggest, aside); return }
  if (ask === "was") { askWas(of, played); return }
  if (known) { goesOn = known; return }
  if (settled !== undefined) { backs(settled, aside); return }
  if (say && $("#starting")) $("#starting").textContent = say
}

// greeted says who asks to what, who sits there and for how long, while the program is being
// fetched. Names were chosen by others, so each stands in an element of its own.
async function greeted() {
  const { tables, by_name } = await (await fetch("nodes.json", { cache: "no-store" })).json()
  const table = invited && tables?.find(t => t.id.startsWith(invited.table))
  if (!$("#invites")) return
  if (by_name && new URL(by_name).host !== location.host) byName(by_name)
  const join = $("#join"), command = $("#command")
  if (invited && join) {
    join.hidden = false
    command.textContent = `fives join ${invited.table.slice(0, 8)}${invited.code && ` --code ${invited.code}`}`
  }
  if (!table) return
  const free = table.seats - table.taken.length, { seat } = table
  $("#welcome").dataset.game = table.name
  const guide = $(`[data-guide="${CSS.escape(table.name)}"]`)
  if (guide) guide.hidden = false
  $("#invites").replaceChildren(person(table.host), ...table.running ? [`’s table is full`] : [` asks you to play ${table.game}`])
  $("#sitting").replaceChildren(...table.running
    ? seat ? ["Take the seat of ", person(seat.name), seat.bot ? ", a computer, from the next hand on." : ", who has left, from the next hand on."]
      : ["You can look on, or ask somebody for their seat."]
    : [table.minutes ? `About ${table.minutes} minutes. ` : "", free === 1 ? "One chair is free." : free ? `${free} chairs are free.` : "All chairs are taken."])
  $("#there .faces").replaceChildren(...signs(table.faces ?? []), ...Array.from({ length: table.running ? 0 : Math.min(free, 4) }, () => face("none", "+")))
  $("#there .grow").replaceChildren(...table.taken.flatMap((n, i) => i ? [i === table.taken.length - 1 ? " and " : ", ", person(n)] : [person(n)]),
    table.running ? " are playing " + table.game + "." : table.taken.length > 1 ? " are at the table." : " is at the table.")
  $("#there").hidden = $("#sitting").hidden = false
  if (seat) invited.seat = seat.name
  $("#naming button").replaceChildren(...table.running ? seat ? ["Take ", person(seat.name), "’s seat"] : ["Come in"] : [free === 1 ? "Take the free chair" : "Take a chair"])
}

// signs draws those at a table, as the laptop draws them.
function signs(faces) {
  return faces.map(({ class: kind, letters }) => {
    const f = face(kind, letters ?? "")
    if (kind === "bot") f.append($("#robot").content.cloneNode(true))
    return f
  })
}

function face(kind, text) {
  const f = document.createElement("span")
  f.className = `face ${kind}`
  f.ariaHidden = "true"
  f.textContent = text
  return f
}

// byName links to this page at the name of its laptop, which stays when the address changes.
function byName(address) {
  const to = new URL(address)
  to.search = location.search
  if (invited) to.hash = `t=${invited.table}` + (invited.code && `&c=${invited.code}`)
  $("#by-name a").href = to
  $("#by-name").hidden = false
}

function person(name) {
  const b = document.createElement("bdi")
  b.textContent = name
  return b
}

// fetched shows how much of the program has arrived.
function fetched(come, of) {
  const bar = $("#fetched")
  bar.max = of
  bar.value = come
  $("#starting").textContent = come === of ? "Starting the game…" : `Fetching the game: ${Math.floor(100 * come / of)} %`
}

// nobodyYet asks for the name while the program is being fetched, if this browser keeps nothing
// about any node at the page's place. If that cannot be known, the node asks once it runs.
async function nobodyYet() {
  try {
    const { name } = self.early.place, all = await indexedDB.databases()
    if (!all.some(d => d.name === name || d.name.startsWith(`${name} `)) && !named) askName()
  } catch (e) { /* the node says why, if it matters */ }
}

// askWas asks whether a key that lies in this browser is that of the person here. Somebody else may
// have put it there, so what is said of it comes from the laptop that invites. The answer is not
// where a key of the keyboard would give it at once, and the first one takes nothing.
function askWas(of, played) {
  const form = $("#again"), who = played ? [person(played.name), ...past(played)]
    : ["This browser has another key of this invitation, and ", person(of), " has played at no table with it. Somebody else may have put it there."]
  $("p", form).replaceChildren(...who, " Was that you?")
  const way = (was, label, main) => {
    const item = document.createElement("li"), button = document.createElement("button")
    button.type = "button"
    button.textContent = label
    if (main) button.className = "main"
    button.onclick = () => {
      form.hidden = true
      $("#starting").hidden = false
      $("#starting").textContent = "Starting the game…"
      node.tell({ was })
    }
    item.append(button)
    return item
  }
  $("ul", form).replaceChildren(way(false, "No, I am new", true), way(true, "Yes, that was me"))
  form.hidden = false
  $("#naming").hidden = $("#fetched").hidden = $("#starting").hidden = true
  $("p", form).focus()
}

// past says what somebody has played here, and from where.
function past({ game, with: others, hand, over, since, here }) {
  const at = new Date(since), day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" }
  return [game ? ` ${over ? "played" : "plays"} ${game} here` : " has played here",
    ...others.flatMap((n, i) => [i === 0 ? " with " : i === others.length - 1 ? " and " : ", ", person(n)]),
    hand ? `, hand ${hand}` : "", `, since ${at.toLocaleString(undefined, { hour: "2-digit", minute: "2-digit", ...day })}`,
    here ? ", last from this address." : ", last on another device, or at another address."]
}

// backs keeps which node this is, and offers the way back to the keys that were put aside.
function backs(settled, aside) {
  keep("node", settled || null)
  $("#former").hidden = !aside.length
  $("#former").replaceChildren(...aside.map(f => after(f, () => { keep("node", f.at); location.reload() })))
}

// after makes a button for somebody who was here before after all.
function after({ name }, chosen) {
  const button = document.createElement("button")
  button.type = "button"
  button.append("I was ", person(name), " after all")
  button.onclick = chosen
  return button
}

// askName asks somebody who plays here for the first time for a nickname; say is what was wrong
// with the one before. suggest is a name that was given before, aside are keys to go on with.
function askName(say, suggest, aside = []) {
  if (ended) return
  const form = $("#naming"), button = $("button", form), was = aside.map(f => after(f, () => {
    form.hidden = true
    node.tell({ as: f.at })
  }))
  form.hidden = false
  $("input", form).value ||= suggest ?? ""
  $("#before").hidden = !was.length
  $("#before").replaceChildren(...was)
  $("#naming-say").textContent = say ?? ""
  if (invited && button.textContent === "Play") button.textContent = "Sit down"
  form.onsubmit = e => {
    e.preventDefault()
    named = form.hidden = true
    if (invited) invited.accepted = true
    node.tell({ name: new FormData(form).get("name") })
  }
  $("input", form).focus()
}

// The fragment of the address names a place (address.js). A token or an invitation in it is
// used up at the start.
const pictures = pictured()

async function start() {
  if (refused || !await pictures) return // it has been said why
  const q = new URLSearchParams(location.hash.slice(1))
  if (q.has("token")) {
    history.replaceState(null, "", location.pathname + location.search + "#/" + (q.get("at") ?? ""))
    if (!await node.enter(q.get("token"))) { askCode("What led here lets in once, and has done so."); return }
  }
  try {
    if (!worker && (await node.ask("GET", "/taste")).status === 401) { askCode(""); return }
  } catch (e) { lost() ; setTimeout(start, 1000); return }
  started = true
  if (invited) history.replaceState(null, "", location.pathname + location.search + "#/")
  addEventListener("hashchange", () => go(false))
  if (!worker || !invited || !await sitsDown().catch(() => lost())) {
    await go(true)
    if (invited) welcome().catch(() => lost())
  }
  if (goesOn) note(`You go on as ${goesOn}.`)
}

// askCode asks for the code, in a tab that nothing has let in yet.
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

// welcome goes to the table of an invitation if this node sits there already. Otherwise it
// asks, because opening a link does not mean that the person agrees.
async function welcome() {
  const r = await node.ask("GET", `/table/${invited.table}`)
  const there = r.status === 200 && /data-(?:table|waits)="([0-9a-f]+)"/.exec(r.text)
  if (there) { location.hash = `#/table/${there[1]}`; return }
  $("#asked").hidden = false
}

// sitsDown takes a guest who has just given a name to the table of the invitation, and reports
// whether there is such a guest. No lobby is shown on the way: until the node has found the
// table, the lobby would say that there is none.
async function sitsDown() {
  const looks = async () => {
    const r = await node.ask("GET", "/looking") // a node answers once it has its name
    if (invited.accepted && r.status === 200) drawn(r.text)
  }
  await looks()
  if (!invited.accepted) return false
  aloud($("h1", screen).textContent)
  const a = await join(looks)
  if (!a.go || a.go === "/") await go(true) // nothing but the waiting is drawn yet
  answered(a)
  return true
}

// join asks for a seat at the table of an invitation, and returns the answer. A node that has
// just started has to find the table first; looks is called again and again until then.
async function join(looks) {
  const asked = node.ask("POST", `/table/${invited.table}/join`, { code: invited.code, wait: "", ...(invited.seat ? { seat: invited.seat } : {}) })
  for (;;) {
    const r = await Promise.race([asked, new Promise(done => setTimeout(done, 500))])
    if (r) return JSON.parse(r.text)
    await looks()
  }
}

// accept is a tap on "Sit down", where the page has asked.
async function accept() {
  $("#asked").hidden = true
  answered(await join(() => note("Looking for the table…")))
}

let visits = 0   // of places, counted
let lobbyAt = 0  // how far down the lobby was when it was left

// go shows the screen that the address names: from its top, but the lobby where it was left.
async function go(first) {
  const was = place.table
  pace.leave()
  if (place.name === "lobby") lobbyAt = scrollY
  Object.assign(place, placeOf(location.hash))
  const visit = ++visits
  successor = ""
  sheet.close()
  document.body.dataset.screen = place.name
  if (!place.table) document.body.removeAttribute("data-story")
  if (was !== place.table) unread(false)
  if (await look() && !first) screen.focus({ preventScroll: true })
  if (visit === visits && !first) scrollTo(0, place.name === "lobby" ? lobbyAt : 0)
  tellStory()
  if (first || was !== place.table || !stream) follow()
}

const address = () => (place.table ? `/table/${place.table}` : `/${place.name}`) + (place.name === "new" ? remembered("cover") : remembered("evening"))

// remembered returns a choice made earlier: what happens if somebody's device is away, when the
// form for a new table asks that, or what decides an evening.
function remembered(key) {
  const answer = kept(key)
  return answer === null ? "" : `?${key}=${encodeURIComponent(answer)}`
}

let pushed = 0 // screens of the table that events have brought, counted

// look asks for the screen. An event may bring a newer screen before the answer arrives.
async function look() {
  const wanted = address(), before = pushed
  try {
    const r = await node.ask("GET", wanted)
    if (address() !== wanted) return false
    if (r.status !== 200) {
      const a = JSON.parse(r.text)
      if (a.gone) lost(a.say)
      else { note(a.say, true); if (place.name !== "lobby") location.hash = "#/" }
      return false
    }
    if (pushed !== before) return true
    const beat = place.table && tableNow() && pace.waits() && /data-beat="([\d,]+)"/.exec(r.text)
    if (beat) pace.add(beat[1], r.text)
    else drawn(r.text)
    return true
  } catch (e) { lost(); return false }
}

// Handovers that wait for a word and were put off until the next hand is settled. One that has
// just replaced another takes no taps yet.
const later = new Map(), wishOf = table => $(".wishes li:not([hidden])", table ?? screen)?.dataset.wish
let asks = "", wished = 0
function wishes(table) {
  for (const w of table.querySelectorAll("[data-wish]")) w.hidden = later.get(w.dataset.wish) === table.dataset.settled && w.classList.contains("yours")
  const now = wishOf(table) ?? ""
  if (now !== asks) wished = performance.now()
  asks = now
}

// putOff is the answer "not now". Those who ask at a door are told, and silent for a while.
function putOff(b) {
  later.set(b.closest("[data-wish]").dataset.wish, tableNow().dataset.settled)
  sheet.close()
  wishes(tableNow())
  if (b.dataset.later) once(b.dataset.to, new URLSearchParams(b.dataset.later))
}

let taught = "" // the step whose lesson page is on the screen

// drawn puts a screen on the page, and keeps what the person has there.
function drawn(html) {
  const over = !!$(".table[data-over]", screen), mine = !!$(".table[data-yours]", screen)
  const was = lively.before(tableNow())
  morph(screen, html)
  const table = $(".table", screen)
  keepAwake(!!table?.hasAttribute("data-running"))
  if (!over && table?.hasAttribute("data-over")) changed = performance.now()
  if (mine && !table?.hasAttribute("data-yours")) turned = performance.now()
  document.title = ($("h1", screen)?.textContent ?? "") + (table?.hasAttribute("data-yours") ? " · your turn" : "") + " · fives"
  document.body.dataset.game = table?.dataset.game ?? ""
  $("#note").toggleAttribute("data-high", !!table && !table.hasAttribute("data-over")) // clear of the hand, and of a result
  form.minded()
  $("#chat").hidden = $("#reactions").hidden = !!table && "lesson" in table.dataset
  if (!table) return
  hand.dealt(table)
  wishes(table)
  if (!absent()) lively.after(was, table)
  clock()
  if (taught !== table.dataset.step && $("#lesson")) { // the next page of a lesson begins at its top
    $("#lesson").scrollTo(0, 0)
    scrollTo(0, 0)
  }
  taught = table.dataset.step
  const id = table.dataset.table, n = Number(table.dataset.settled)
  if (!(n >= seen.get(id))) seen.set(id, n) // the first time, or when a lesson is taken again
  reads()
  pace.goOn()
  succeeds()
}

// reads tells the node which result is being read, or has been: the table waits for that.
const told = new Map() // what the node was told last, by table
function reads() {
  const t = tableNow(), id = t?.dataset.table, settled = Number(t?.dataset.settled)
  if (!settled || absent() || t.hasAttribute("data-over")) return
  const busy = due() || reading(), word = `${settled} ${busy}`
  if (told.get(id) === word || !busy && !told.has(id)) return
  told.set(id, word)
  node.ask("POST", `/table/${id}/reading`, { hand: settled, ...(busy ? {} : { done: 1 }) }).catch(() => lost())
}

// follow opens the stream of events, and opens it again when it breaks.
async function follow() {
  stream?.stop()
  const mine = stream = node.follow(`/events?since=${known.since}&table=${place.table}`, e => { if (mine === stream) happened(e) })
  try { await mine.ended } catch (e) { /* said below */ }
  if (mine !== stream) return
  stream = null
  known.ready = false
  known.again = known.since > 0
  if (known.again) broke ||= performance.now()
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
  if (e.kind === "now") {
    known.ready = true
    const broken = broke
    broke = 0
    if (known.again && (document.hidden || performance.now() - broken > asleep)) summed()
    else if (known.again) missed = []
    known.again = false
    return
  }
  noticed()
  const mine = e.table && e.table === place.table && (e.screen || tableNow())
  if (mine && e.screen) pushed++
  if (!mine || e.kind === "chat") tell([e])
  if (mine && e.screen) pace.add(String(e.beat), e.screen, e.kind === "chat" ? undefined : e)
  else if (mine && e.kind !== "chat") pace.hold(e)
  if (mine && (!known.ready || absent())) pace.now()
  if (known.ready) {
    const at = e.table === place.table
    if (e.rings && !at) lively.yourTurn()
    if (e.react && at && !taste.muted(e.by)) react(tableNow() ?? screen, e.name, e.react)
    else if (at ? e.here && !taste.muted(e.by) && !(e.log && visible(story)) : e.there) {
      note(at ? e.say : e.there, e.bad, at || e.lost || e.kind === "onward" ? "" : `table/${e.table}`)
      if (at && e.kind === "chat") unread(true)
    }
    if (awaited.delete(e.was)) awaited.add(e.table)
    if (e.was && waitsFor() === e.was) { // the same chairs, under another ID
      stories.set(e.table, stories.get(e.was) ?? [])
      location.hash = `#/table/${e.table}`
    }
    if (e.kind === "started" && waitsFor() === e.table) look()
    if (e.lost && waitsFor() === e.table) location.hash = "#/" // no look at a table that is gone
    if (e.kind === "started" && (awaited.delete(e.table) || place.name === "lobby")) {
      const there = `#/table/${e.table}`
      if (location.hash !== there) jumped = performance.now() // otherwise the person is on the way there
      location.hash = there
    } else if (e.kind === "started" && e.table !== place.table) agreed = e.table
    if (agreed && e.table === agreed) succeeded(agreed).catch(() => lost())
  }
  if (["peer", "lobby", "started", "over", "onward", "handover", "turn"].includes(e.kind) && (place.name === "lobby" || waitsFor())) soon()
}

// succeeded goes to the table at which the one on the screen goes on by itself because a seat
// changes hands. All may have agreed on it a moment before it begins: then it is looked at again
// when something happens there. The page waits until all that happened here has been shown, and
// the last result read.
let agreed = "", successor = ""
async function succeeded(table) {
  const here = place.table, r = await node.ask("GET", `/table/${table}`)
  const [, parent] = r.status === 200 && /(?: data-parent="([0-9a-f]+)")? data-running/.exec(r.text) || []
  if (agreed === table && / data-(running|over)/.test(r.text)) agreed = ""
  if (!here || here !== place.table || parent !== here) return
  successor = table
  succeeds()
}

function succeeds() {
  if (!successor || pace.waits()) return
  const there = `#/table/${successor}`
  successor = ""
  jumped = performance.now()
  location.hash = there
}

// tell adds what has happened to the story of its table, and has it read aloud.
function tell(events) {
  for (const e of events) {
    if (!e) continue // a screen of which there is nothing to tell
    if (e.log) {
      const lines = (stories.get(e.table) ?? []).filter(l => !e.of || l.of !== e.of)
      stories.set(e.table, lines)
      lines.push(e)
      if (lines.length > 400) lines.shift()
    }
    if (!e.say || e.table && e.table !== place.table || taste.muted(e.by)) continue
    if ((absent() || known.again) && e.kind !== "away") missed.push(e) // who is away the table shows, and one that has slept takes all others to have been
    if (known.ready) aloud(e.say)
  }
  if (events.some(e => e?.log && e.table === place.table)) tellStory()
}

// result shows the next result. The person has not asked for it, so it is not a modal dialog:
// the lobby, the menu and the talk beside it can still be tapped, and a tap that comes too soon
// goes to what lies below.
let opening = false
async function result() {
  if (opening) return
  opening = true
  const id = place.table, n = seen.get(id) + 1
  await open(`/table/${id}/hand?n=${n}`, true)
  opening = false
  pace.goOn()
}

sheet.addEventListener("close", () => {
  if (sheet.open) return // by now it shows something else
  closed = performance.now()
  delete sheet.dataset.path
  delete sheet.dataset.result
  trail.splice(0)
  reads()
  pace.goOn()
  succeeds()
})

// A page that nobody has looked at, or that was frozen, shows how things stand at once, and
// says what has happened meanwhile. What arrives when it wakes up also counts as that: from a
// daemon all at once, and from a node in the page once that has found the others again.
// A node that has slept hears the others only after a while: what they did meanwhile comes then.
const asleep = 10000, waking = worker ? 2000 : 700, catchingUp = 30000
let broke = 0 // when the stream of events broke
let pulse = Date.now(), woken = -waking, missed = [], summing = 0
const absent = () => document.hidden || performance.now() - woken < waking

// noticed finds out whether the page has slept.
function noticed() {
  const now = Date.now(), slept = now - pulse > asleep
  pulse = now
  if (slept && !document.hidden) returned()
}
setInterval(noticed, 1000)

function returned() {
  woken = performance.now()
  if (!started) return
  pace.now()
  if (!stream) back()
  if (!stream) return
  sums(performance.now() + catchingUp, false)
}

// sums says what was missed when the page has been awake for a moment, and its node has heard
// others at the table for as long.
function sums(end, alone) {
  clearTimeout(summing)
  summing = setTimeout(() => {
    const still = tableNow()?.hasAttribute("data-alone")
    if ((still || alone) && performance.now() < end) {
      woken = performance.now()
      return sums(end, still)
    }
    woken = -waking
    summed()
  }, waking)
}

// summed says what was missed, first what the others did for this player. For a player, hands that have ended and been followed by a new
// one become one sheet; a result that no hand has followed yet can still be read.
function summed() {
  pace.now()
  const t = tableNow(), id = t?.dataset.table, settled = Number(t?.dataset.settled), before = seen.get(id)
  const dealt = t && !t.hasAttribute("data-over") && Number(t.dataset.deal) > settled
  if (t && settled) seen.set(id, dealt ? settled : Math.max(before, settled - 1))
  const all = missed.splice(0), own = all.findLast(e => e.yours && e.kind === "cover")
  const latest = [...own ? [own] : [], ...all.filter(e => e !== own).slice(own ? -2 : -3)], more = all.length - latest.length
  if (dealt && settled > before && $(".self", t) && (!sheet.open || reading())) {
    sheet.close() // what is read there is part of what comes
    open(`/table/${id}/hand?n=${settled}&back=${before}`)
  } else if (latest.length) note(`Meanwhile: ${latest.map(e => e.say).join(" ")}${more > 0 ? ` The story has ${more} more.` : ""}`)
}

let asked = 0
function soon() {
  clearTimeout(asked)
  asked = setTimeout(() => { if (place.name === "lobby" || waitsFor()) look() }, 100)
}
setInterval(() => { if (started && (place.name === "lobby" || waitsFor()) && !document.hidden && !sheet.open) look() }, 2000)

// waitsFor returns the table on the screen if it has not begun.
const waitsFor = () => $(".waiting", screen)?.dataset.waits
let leaving = false // a page that is closed is hidden, too, but its device does not go to sleep
addEventListener("pagehide", e => { leaving = !e.persisted })
document.addEventListener("visibilitychange", () => {
  if (!leaving) node.hide?.(document.hidden) // the others should know why a phone falls silent
  if (!document.hidden) { wakes(); returned() }
})

// wakes makes a node in this page check its connections at once: it may have slept with the
// page, or the network may have changed. A daemon notices that by itself.
function wakes() { node.wake?.() }
document.addEventListener("resume", wakes)
addEventListener("online", wakes)
addEventListener("pageshow", e => { if (e.persisted) { wakes(); returned() } })
setInterval(() => { if (started && $(".troubles", screen) && !document.hidden && !pace.waits()) look() }, 1000) // it says for how long

// unread marks the way to the talk while somebody has said something that has not been seen.
function unread(is) {
  document.body.toggleAttribute("data-unread", is)
  $("#talk")?.setAttribute("aria-label", is ? "Talk and story, something new" : "Talk and story")
}

function tellStory() {
  const bottom = story.scrollHeight - story.scrollTop - story.clientHeight < 40
  morph(story, (stories.get(place.table) ?? []).filter(e => !taste.muted(e.by)).map(e => e.log).join(""))
  if (bottom) story.scrollTop = story.scrollHeight
}

// asksScreen asks once at a table whether it is shown on a big screen that is here.
async function asksScreen() {
  const id = place.table, quiet = () => tableNow()?.matches("[data-admits]:not([data-yours])") && id === place.table && kept("screen") !== id && !sheet.open && !$("#ask").open && !pace.waits() && !document.hidden
  const r = quiet() && await node.ask("GET", `/table/${id}/big`).catch(() => null)
  if (r?.status !== 200 || !r.text || !quiet()) return
  keep("screen", id)
  lay(r.text)
  $("h2", sheet).dataset.again = `/table/${id}/big`
}
setInterval(asksScreen, 5000)

// What the person is told. save hands a file to the browser, and shows what there is to say
// about it.
async function save(path) {
  try {
    const say = await node.save(path)
    if (say) { sheet.close(); note(say, true) }
  } catch (e) { lost() }
}

let ended = "" // why the node cannot go on; this stays on the screen
function banner(text) {
  const b = $("#banner")
  text = ended || text
  if (b.textContent !== text) b.textContent = text
}
function lost(say) { banner(say || "Your node does not answer. Trying again…") }

let noted = 0
function note(text, wrong = false, go = "") {
  const n = $("#note")
  raised()
  n.textContent = text
  n.className = wrong ? "wrong" : ""
  const felt = $("#felt", screen)?.getBoundingClientRect()
  if (felt) n.style.setProperty("--felt-at", `${Math.max(50, felt.top + 8)}px`) // below the players and what they hold
  if (go) {
    const a = document.createElement("a")
    a.href = `#/${go}`
    a.textContent = "Go there"
    n.append(" ", a)
  }
  clearTimeout(noted)
  if (text && !held()) noted = setTimeout(() => note(""), wrong ? 9000 : 6000)
}

// raised puts the note into the dialog that lies over all else: nothing outside it is seen or can be
// tapped. What was wrong in a dialog is said until it closes, or something is tapped in it.
const held = () => $("#note").className === "wrong" && $("#note").parentNode !== document.body
function raised() {
  const n = $("#note"), over = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body
  if (n.parentNode === over) return
  const settled = held() && over === document.body
  over.append(n)
  if (settled) note("")
}
document.addEventListener("close", raised, true)
document.addEventListener("click", () => { if (held()) note("") }, true)

// copies puts a line where it can be pasted. A page that did not come from this machine may not: then the
// line is selected, for the person to copy.
async function copies(line) {
  try {
    await navigator.clipboard.writeText(line.textContent)
    note("It is copied.")
  } catch (e) {
    getSelection().selectAllChildren(line)
    note("It is selected: now copy it.")
  }
}

function aloud(text) {
  const line = document.createElement("p")
  line.textContent = text
  const log = $("#aloud")
  log.append(line)
  while (log.children.length > 8) log.firstChild.remove()
}

// once does what act does, but only once if it is tapped twice: while the first tap has no
// answer, the second does nothing.
const underway = new Set()
async function once(path, form) {
  if (underway.has(path)) return false
  underway.add(path)
  try { return await act(path, form) } finally { underway.delete(path) }
}

// act changes something, and goes where the answer leads.
async function act(path, form = []) {
  try {
    const a = JSON.parse((await node.ask("POST", path, form)).text)
    if (a.ask) return await sure(a.ask, a.answers) && act(path, [...form, ["sure", "1"]])
    return answered(a)
  } catch (e) { lost(); return false }
}

// answered shows the answer of act, and reports whether it did what was wanted.
function answered(a) {
  if (a.gone) { lost(a.say); return false }
  if (a.code === "needs-code") location.hash = "#/"
  if (a.say) note(a.say, a.error)
  if (a.error) return false
  if (a.sheet) lay(a.sheet)
  if (a.await) awaited.add(a.await)
  if (a.go !== undefined && a.go !== "") {
    sheet.close()
    const to = a.go === "/" ? "#/" : `#/${a.go}`
    if (location.hash === to) look()
    else location.hash = to
  } else if (place.name === "lobby") look()
  return true
}

// open shows something over the screen, if the screen is still the place for which it was
// requested, and reports whether it does. The person has not asked for a result. back says that it is
// what lay below the one before: a result that is being read, or the text with the link.
async function open(path, result = false, back = false) {
  const visit = visits, teaches = /lesson\?/.test(path)
  try {
    if (teaches) note("Looking back at the hand…")
    const r = await node.ask("GET", path)
    if (teaches) note("")
    if (visit !== visits || result && !back && sheet.open || back && !sheet.open) return false
    if (result && !back) seen.set(place.table, seen.get(place.table) + 1)
    if (r.status !== 200) { note(JSON.parse(r.text).say, true); return false }
    const rule = /[?&]rule=([\d.]+)/.exec(path), below = { path: sheet.dataset.path, result: "result" in sheet.dataset, at: sheet.scrollTop, unfolded: [...sheet.querySelectorAll("details[open]")].map(d => d.id) }
    const to = back && trail.at(-1)
    if (back || !sheet.open) trail.splice(back ? -1 : 0)
    else if (below.path && (below.result || rule || teaches)) trail.push(below)
    else trail.splice(0, trail.length, ...trail.filter(s => s.result))
    if (below.result || back && result) sheet.close()
    delete sheet.dataset.result
    sheet.dataset.path = path
    sheet.classList.toggle("wide", /history|rules|replay|lesson\?/.test(path))
    const was = sheet.open
    lay(r.text, result, back)
    if (to) for (const d of sheet.querySelectorAll("details")) d.open = to.unfolded.includes(d.id)
    if (to) sheet.scrollTop = to.at
    else if (rule) found(rule[1])
    else if (!was || result) sheet.scrollTop = 0
    return true
  } catch (e) { lost(); return false }
}

// found scrolls to a rule on the page of a game.
function found(number) {
  const rule = document.getElementById(`rule-${number}`)
  if (!rule) return
  rule.classList.add("found")
  rule.tabIndex = -1
  rule.scrollIntoView({ block: "center" })
  rule.focus({ preventScroll: true })
}

// lay lays a piece of HTML over the screen.
let lain = ""
function lay(html, result = false, back = false) {
  lain = html
  morph($("#sheet-body"), html)
  changed = performance.now()
  taste.marked(sheet)
  const title = $("h2", sheet)?.textContent
  if (title && title !== sheet.getAttribute("aria-label")) {
    sheet.setAttribute("aria-label", title)
    sheet.scrollTop = 0 // another one begins at its beginning
  }
  if (result) return laid(back)
  if (sheet.open) return
  sheet.showModal()
  raised()
  sheet.scrollTop = 0; // not where another one was left
  ($("[data-first]", sheet) ?? $("#sheet-body :is(a, button, input, select, summary, [tabindex])"))?.focus({ preventScroll: true }) // and not the way out
}

// A tap on the handle of what lies over the screen takes it away, and one beside it, if it also began
// there. One that was meant for what lay there before does not.
let pressedOn = null
document.addEventListener("pointerdown", e => { pressedOn = e.target }, true)
sheet.addEventListener("click", e => {
  const r = sheet.getBoundingClientRect(), beside = e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom
  if (e.target === sheet && pressedOn === sheet && !hasty(changed) && (beside || e.clientY < r.top + 24)) shut()
})
$("#shut").onclick = () => shut()
sheet.addEventListener("cancel", e => {
  if (!trail.length) return
  e.preventDefault()
  shut()
})

// shut takes away what lies over the screen. Below it may lie what it was opened from.
function shut() {
  const below = trail.at(-1)
  if (below) open(below.path, below.result, true)
  else sheet.close()
}

// again requests anew what lies over the screen while somebody looks at it: an invitation gets
// other addresses on another network, and a question goes that somebody else has answered. If the node
// does not answer, the stream says so when it breaks.
const follows = () => sheet.open && $("[data-again]", sheet)?.dataset.again
let looks = false
async function again() {
  const path = follows()
  if (!path || document.hidden || looks) return
  looks = true
  try {
    const r = await node.ask("GET", path)
    if (r.status === 200 && r.text !== lain && follows() === path) r.text ? lay(r.text) : sheet.close()
  } catch (e) { /* follow says it */ }
  looks = false
}
setInterval(again, 2000)

// laid lays a result beside what is on the screen. It gets the focus if the person uses keys
// and the focus is nowhere else. Its button comes where those of the moves were, so it takes no tap
// before somebody can have seen it.
function laid(back) {
  sheet.dataset.result = ""
  sheet.setAttribute("open", "")
  if (!back) sheet.classList.add("new")
  setTimeout(() => {
    sheet.classList.remove("new")
    if (reading() && [document.body, screen].includes(document.activeElement)) $("[data-close]", sheet)?.focus()
  }, surprise)
}

// sure asks before something that cannot be undone. The answers are verbs: to do it, and not
// to; the first one is in red, unless it is good.
function sure(question, answers = "Yes,No") {
  const ask = $("#ask"), [yes, no, good] = answers.split(",")
  $("#yes").className = good ? "main" : "danger"
  $("#no").className = good ? "" : "main"
  $("#question").textContent = question
  $("#yes").textContent = yes
  $("#no").textContent = no
  ask.returnValue = ""
  ask.showModal()
  raised()
  return new Promise(done => ask.addEventListener("close", () => done(ask.returnValue === "yes"), { once: true }))
}
$("#yes").onclick = () => $("#ask").close("yes")
$("#no").onclick = () => $("#ask").close("no")
$("#ask").addEventListener("close", () => pace.goOn())

// press plays a move that was tapped in the list or by a pile. A move that ends more than a
// turn takes a second tap on the same place, and not the second of a hasty pair.
let armed = 0
function press(b, place) {
  if ("final" in b.dataset) {
    const again = hand.arm(tableNow(), b.dataset.move, place)
    if (!again) armed = performance.now()
    if (!again || hasty(armed)) { aloud(`Tap again: ${b.getAttribute("aria-label")}.`); return }
  }
  playMove(b)
}

// pile plays the only move with the chosen cards and a pile, or with the card of it that was tapped
// if there are several, or shows which moves there are. If there is none, the rules say why.
function pile(t, zone, at) {
  const b = hand.only(t, zone, at?.closest(".k")?.querySelector("use")?.getAttribute("href").slice(2))
  if (b) press(b, zone)
  else if (!hand.aim(t, zone) && hand.chosen().length) whyNot()
}

const whyNot = () => act(`/table/${place.table}/try`, hand.chosen().map(c => ["card", c]))

// reasons says above the hand why no move uses the chosen cards.
async function reasons(cards) {
  const r = await node.ask("POST", `/table/${place.table}/why`, cards.map(c => ["card", c])).catch(() => null)
  if (r?.status === 200) hand.explain(tableNow(), cards, JSON.parse(r.text).say)
}
hand.onStrange(reasons)

async function playMove(b) {
  const t = tableNow()
  if (t.dataset.sent === t.dataset.step) { note("Your last move is on its way."); return }
  t.dataset.sent = t.dataset.step
  pace.hurry() // what comes of the move does not wait for what came before
  if (!await act(`/table/${place.table}/play`, { move: b.dataset.move, step: t.dataset.step })) delete t.dataset.sent
  else note("")
}

// What is tapped. A tap that was meant for what lay there a moment before must not begin a new
// game, must not ask for something that cannot be undone, and does nothing at a table that has
// begun by itself; nor does a second one for a move open the talk, whose button comes where that of the
// move was. A key goes to what has the focus, and no jump moves the focus to a move; the
// enter that goes to a move does not make it, too.
let changed = 0, jumped = 0, closed = 0, turned = 0, entered = false
const reaction = 350
const surprise = 1000 // for what nobody has asked for, and that lies where somebody was tapping
const hasty = since => performance.now() - since < reaction
document.addEventListener("click", e => {
  if (hasty(changed) && e.target.closest("[data-confirm], [data-post$='/rematch']") || (hasty(changed) || hasty(closed)) && e.target.closest(".finish a") || e.detail && jumped && hasty(jumped) && e.target.closest("#screen .moves, #screen .dock, #screen [data-post]")
    || e.detail && turned && performance.now() - turned < surprise && e.target.closest("#react")
    || e.detail && hasty(wished) && e.target.closest(".wishes button") || entered && !e.detail) {
    e.preventDefault()
    e.stopPropagation()
    return
  }
  if (!pace.waits() || !e.target.closest("#screen .acts, #screen .hand, #screen :is(button.zone, .due)")) return
  const step = tableNow().dataset.step
  pace.hurry()
  if (tableNow().dataset.step === step) return
  e.preventDefault() // it was meant for what is no longer there
  e.stopPropagation()
}, true)

document.addEventListener("click", async e => {
  const b = e.target.closest("button, a[data-sheet]"), t = tableNow()
  if (t && !b?.matches(".armed")) hand.disarm(t)
  if (!b && e.target.closest(".due") && hand.chosen().length && !lays(t)) whyNot()
  if (!b || b.disabled) return
  const d = b.dataset
  if (d.move !== undefined) press(b, b.closest("#dock") ? "dock" : "moves")
  else if (d.card !== undefined) hand.toggle(t, Number(d.place))
  else if (d.play !== undefined) pile(t, d.play, e.target)
  else if (b.id === "sort") hand.sort($("#hand"))
  else if (b.id === "unchoose") hand.unchoose(t)
  else if (b.id === "hint") hint()
  else if (b.id === "lively") { taste.toggle(); lively.calm(); taste.marked(sheet) }
  else if ("react" in d) {
    document.body.removeAttribute("data-story")
    await once(`/table/${place.table}/say`, [["text", d.react]])
  } else if ("side" in d) { if (document.body.toggleAttribute("data-story")) { unread(false); note(""); story.scrollTop = story.scrollHeight; $("#say").focus() } }
  else if (b.id === "later") $("#asked").hidden = true
  else if (d.length !== undefined) form.lasts(b)
  else if (d.chairs !== undefined) form.sits(b)
  else if (d.tile !== undefined) form.picks(b)
  else if (b.id === "own-keep") keepOwn()
  else if (b.id === "picture") share(b, t).then(note)
  else if (d.own !== undefined) fillIn(form.queryOf(d.own))
  else if (d.drop !== undefined) form.dropOwn(d.drop)
  else if ("close" in d) shut()
  else if ("copy" in d) copies($(".address code", sheet))
  else if ("later" in d) putOff(b)
  else if (d.mute !== undefined) { taste.mute(d.mute); taste.marked(sheet); tellStory() }
  else if (d.replay !== undefined) open(d.replay + (Number($("#r-at").value) + Number(d.by)))
  else if (d.sheet !== undefined) open(d.sheet)
  else if (d.file !== undefined) save(d.file)
  else if (d.post !== undefined) {
    const list = b.closest("#sheet .asked"), rest = list?.children.length > 1 && sheet.dataset.path // the others are answered there, too
    if ((!d.confirm || await sure(d.confirm, d.answers)) && await once(d.post, new URLSearchParams(d.values ?? "")) && rest) open(rest)
  }
})

// A phone's screen stays on from the first tap at a table on.
document.addEventListener("click", () => tap(() => note("This browser lets the screen go dark while you wait for the others: touch it now and then.")), true)

// Dragging cards to a pile is the same as choosing them and tapping the pile. Dropped on the
// felt beside the piles, they are played if there is exactly one move with them.
dragging(screen, hand, (at, t) => {
  const zone = at?.closest("button.zone")
  if (zone) pile(t, zone.dataset.play, at)
  else if (at?.closest(".felt")) lays(t)
})

// lays plays the only move with exactly the chosen cards.
function lays(t) {
  const b = hand.only(t, "")
  if (b) press(b, "felt")
  return !!b
}

async function hint() {
  note("Thinking…")
  try {
    const step = tableNow().dataset.step
    const r = await node.ask("GET", `/table/${place.table}/hint`)
    const a = JSON.parse(r.text)
    if (a.error) { note(a.say, true); return }
    const t = tableNow()
    if (!t || t.dataset.step !== step) { note(""); return }
    hand.propose(t, a.move, a.item, a.say)
    note("")
  } catch (e) { lost() }
}

// say says a line, after the lines before it. The field is free for the next line at once; a
// line that could not be said is put back.
let saying = Promise.resolve()
function say(field, form) {
  const line = field.value, path = `/table/${place.table}/say`
  if (!line.trim()) return
  field.value = ""
  saying = saying.then(() => act(path, form)).then(said => {
    if (!said) field.value = [line, field.value].filter(Boolean).join(" ")
  })
}

// fillIn shows the form of a new table as an address fills it in.
async function fillIn(query) {
  const r = await node.ask("GET", `/new?${query}`).catch(() => null)
  if (r?.status !== 200 || place.name !== "new") return
  $("#new-table").reset() // what was typed no longer counts
  drawn(r.text)
}

function keepOwn() {
  const name = $("#own-name").value.trim(), wrong = form.keepOwn()
  note(wrong || `“${name}” is kept, and stands above.`, !!wrong)
}

document.addEventListener("submit", async e => {
  e.preventDefault()
  const f = e.target, filled = new URLSearchParams(new FormData(f))
  if (document.activeElement?.id === "own-name") { keepOwn(); return }
  if (f.id === "chat") { say(f.elements.text, filled); return }
  if (f.id === "asked") { accept().catch(() => lost()); return }
  if (f.id === "naming" || f.dataset.confirm && !await sure(f.dataset.confirm, f.dataset.answers)) return
  if (await once(f.getAttribute("action"), filled) && f.id === "new-table") keep("cover", filled.get("cover"))
})

document.addEventListener("change", async e => {
  const d = e.target.dataset
  if (d.taste) { taste.choose(d.taste, e.target.type === "checkbox" ? e.target.checked ? "on" : "off" : e.target.value); lively.calm() }
  else if ("evening" in d) { keep("evening", e.target.value); look() }
  else if (d.reload) {
    const r = await node.ask("GET", `${d.reload}?game=${encodeURIComponent(e.target.value)}&cover=${encodeURIComponent($("#f-cover").value)}`)
    if (r.status === 200) drawn(r.text)
  } else if (e.target.closest("#new-table")) form.minded()
  else if (d.sheetValue) open(d.sheetValue + encodeURIComponent(e.target.value))
  else if (d.replay) open(d.replay + encodeURIComponent(e.target.value))
})

// pressed does what a key means at a table, as in the full-screen table: h is a hint, s another
// order of the hand, a digit the card in that place, enter the first move that fits, or the
// list of all moves if there is a choice. It reports whether the key means something.
function pressed(key) {
  const table = tableNow(), digit = /^\d$/.test(key) && (Number(key) + 9) % 10
  if (!table || sheet.open || $("#ask").open) return false
  const b = key === "h" ? $("#hint") : key === "s" ? $("#sort")
    : digit !== false ? $("#hand")?.children[digit]
    : key === "Enter" && [document.body, screen].includes(document.activeElement) ? $("#dock button") ?? $("#choices summary") : null
  if (!b || !visible(b)) return false
  if (key === "Enter") b.focus()
  else b.click()
  return true
}

// Keys: arrows move among cards, and among moves; escape puts the cards back. Whether an enter is
// held down, a browser does not tell a click.
document.addEventListener("keyup", () => { entered = false })
document.addEventListener("keydown", e => {
  if (!e.repeat) entered = false
  if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("input, select, textarea")) return
  if (e.key === "Escape" && sheet.open && !$("#ask").open && (trail.length || reading())) { e.preventDefault(); shut(); return } // a second one in a row can no longer be kept from a dialog
  if (!e.repeat && pressed(e.key)) { entered = e.key === "Enter"; e.preventDefault(); return }
  const group = e.target.closest("#hand, #moves, #dock, .zones")
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[e.key]
  if (group && by) {
    const row = [...group.querySelectorAll("button")].filter(visible)
    const vertical = e.key === "ArrowUp" || e.key === "ArrowDown"
    if (group.id === "hand" && vertical) (e.key === "ArrowDown" ? $("#dock button") : null)?.focus()
    else row[(row.indexOf(document.activeElement) + by + row.length) % row.length]?.focus()
    e.preventDefault()
  } else if (e.key === "Escape" && !sheet.open && !$("#ask").open && tableNow()) hand.folds(tableNow()) || hand.unchoose(tableNow())
})

// The clock of a turn.
function clock() {
  const c = $("#clock")
  if (!c) return
  const left = Math.max(0, Math.round((Date.parse(c.dateTime) - Date.now()) / 1000))
  c.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
}
setInterval(clock, 1000)
start()
