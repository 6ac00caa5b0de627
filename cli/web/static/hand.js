// The hand: what is chosen, in which order it lies, and which moves go with it. Cards are
// named by their place in the order received. What was chosen stays so while the cards
// before are the same.

import * as own from "./kept.js"

const kept = { table: "", deal: "", cards: [], chosen: [], fresh: [], zone: "", hint: "", armed: "", lifted: [] }

const $ = (q, from = document) => from.querySelector(q)
const all = (q, from = document) => [...from.querySelectorAll(q)]
const split = text => text ? text.split(" ") : []

// holds reports whether some cards are among others, as often.
function holds(cards, some) {
  const rest = [...cards]
  return some.every(c => {
    const i = rest.indexOf(c)
    if (i >= 0) rest.splice(i, 1)
    return i >= 0
  })
}

export const chosen = () => kept.chosen.map(i => kept.cards[i])

// dealt takes up the table after it was drawn anew.
export function dealt(table) {
  const hand = $("#hand", table), cards = all("[data-card]", table)
    .sort((a, b) => a.dataset.place - b.dataset.place).map(b => b.dataset.card)
  const again = kept.table === table.dataset.table && kept.deal === table.dataset.deal
  const grown = again && kept.cards.every((c, i) => cards[i] === c)
  if (!grown) kept.chosen = []
  if (!again || String(cards) !== String(kept.cards)) {
    const rest = [...kept.cards]
    kept.fresh = []
    cards.forEach((c, i) => {
      const at = rest.indexOf(c)
      if (at >= 0) rest.splice(at, 1)
      else kept.fresh.push(i)
    })
    if (!again || kept.fresh.length === cards.length) kept.fresh = []
    kept.hint = ""
  }
  if (!again || table.dataset.step !== kept.step) kept.zone = kept.hint = kept.armed = ""
  Object.assign(kept, { table: table.dataset.table, deal: table.dataset.deal, step: table.dataset.step, cards })
  if (hand) lie(hand)
  show(table)
}

// sorted is the order that the person has chosen.
const sorted = () => own.kept("sort")

// lie puts the cards into the order that the person wants.
function lie(hand) {
  const orders = JSON.parse(hand.dataset.orders || "null") ?? []
  const wanted = orders.find(o => o.name === sorted()) ?? orders.find(o => o.name === hand.dataset.order)
  const buttons = all("[data-card]", hand)
  if (wanted && wanted.index.length === buttons.length) {
    const by = new Map(buttons.map(b => [Number(b.dataset.place), b]))
    const focus = document.activeElement
    wanted.index.forEach((place, at) => {
      const b = by.get(place)
      if (hand.children[at] !== b) hand.insertBefore(b, hand.children[at] ?? null)
      b.classList.toggle("gap", (wanted.breaks ?? []).includes(at))
    })
    if (focus && hand.contains(focus) && document.activeElement !== focus) focus.focus()
    hand.setAttribute("aria-label", `your hand, ${wanted.name}`)
    const sort = $("#sort")
    if (sort) sort.textContent = `Sort: ${wanted.name}`
  }
  fan(hand)
}

// fan lays the cards over each other as far as they must, in rows where they would lie too
// close to be tapped. A row covers the lower part of the one above.
export function fan(hand) {
  const buttons = all("[data-card]", hand), n = buttons.length
  if (!n) return
  const card = buttons[0].offsetWidth, room = hand.clientWidth - 8
  const least = 34
  let rows = 1
  while (rows < 4 && Math.ceil(n / rows) > 1 && (room - card) / (Math.ceil(n / rows) - 1) < least) rows++
  const each = Math.ceil(n / rows)
  const pitch = each > 1 ? Math.min(card + 6, (room - card - 8) / (each - 1)) : card
  hand.style.setProperty("--lap", `${Math.floor(pitch - card)}px`)
  buttons.forEach((b, i) => {
    b.classList.toggle("last", (i + 1) % each === 0 || i === n - 1)
    b.classList.toggle("below", i >= each)
  })
}

// sort goes on to the next order.
export function sort(hand) {
  const names = (JSON.parse(hand.dataset.orders || "null") ?? []).map(o => o.name)
  const now = names.indexOf(names.includes(sorted()) ? sorted() : hand.dataset.order)
  own.keep("sort", names[(now + 1) % names.length])
  lie(hand)
}

// toggle chooses a card or puts it back.
export function toggle(table, place) {
  const i = kept.chosen.indexOf(place)
  if (i >= 0) kept.chosen.splice(i, 1)
  else kept.chosen.push(place)
  kept.hint = kept.armed = ""
  show(table)
}

// lift takes cards up to be dragged: those that are chosen, if that of this place is one of
// them, else that alone. It returns their places.
export function lift(table, place) {
  if (!kept.chosen.includes(place)) kept.chosen = [place]
  kept.lifted = [...kept.chosen]
  kept.zone = kept.hint = kept.armed = ""
  show(table)
  return kept.lifted
}

// fall lays them back.
export function fall(table) {
  kept.lifted = []
  show(table)
}

export function unchoose(table) {
  const any = kept.chosen.length > 0 || kept.zone !== ""
  kept.chosen = []
  kept.zone = kept.hint = kept.armed = ""
  show(table)
  return any
}

// aim asks for the moves that use a pile, and reports whether there are any.
export function aim(table, zone) {
  kept.zone = kept.zone === zone ? "" : zone
  kept.armed = ""
  return show(table) > 0
}

// only is the one move with just the cards that are chosen, of those that use a pile if one
// is named; undefined if there is none, or a choice. Where no move uses cards, none count.
export function only(table, zone) {
  const moves = all("#moves [data-move]", table), useful = moves.some(b => b.dataset.cards)
  const fits = moves.filter(b => uses(b, zone) && (useful ? same(split(b.dataset.cards), chosen()) : zone))
  return fits.length === 1 ? fits[0] : undefined
}

const uses = (b, zone) => !zone || ` ${b.dataset.move} `.includes(` ${zone} `)
const same = (a, b) => a.length === b.length && holds(a, b)

// arm keeps that a move was asked for at one place, and reports whether it was before.
export function arm(table, move, place) {
  const name = `${move} at ${place}`, before = kept.armed === name
  kept.armed = name
  show(table)
  return before
}

// propose chooses the cards of a hint, and puts its move into the list if that lacks it.
export function propose(table, move, item) {
  const list = $("#moves", table)
  if (list && item && !all("[data-move]", list).some(b => b.dataset.move === move)) list.insertAdjacentHTML("beforeend", item)
  kept.chosen = []
  kept.zone = kept.armed = ""
  kept.hint = move
  for (const c of move.split(" ")) {
    const i = kept.cards.findIndex((x, at) => x === c && !kept.chosen.includes(at))
    if (i >= 0) kept.chosen.push(i)
  }
  show(table)
  $("#moves .hinted", table)?.scrollIntoView({ block: "nearest" })
}

// show draws what is chosen, and the moves that go with it: these stay in their order, so
// that none comes under a finger that is meant for another. It returns how many they are.
function show(table) {
  for (const b of all("[data-card]", table)) {
    const place = Number(b.dataset.place)
    b.setAttribute("aria-pressed", kept.chosen.includes(place))
    b.classList.toggle("fresh", kept.fresh.includes(place))
    b.classList.toggle("lifted", kept.lifted.includes(place))
  }
  for (const z of all("button.zone", table)) {
    z.setAttribute("aria-pressed", z.dataset.play === kept.zone)
    z.classList.toggle("armed", kept.armed.endsWith(` at ${z.dataset.play}`))
  }
  const list = $("#moves", table)
  if (!list) return 0
  const buttons = all("[data-move]", list), picked = chosen()
  const useful = buttons.some(b => b.dataset.cards)
  let fits = 0
  for (const b of buttons) {
    const on = (!useful || holds(split(b.dataset.cards), picked)) && uses(b, kept.zone)
    b.parentNode.hidden = !on
    b.classList.toggle("hinted", b.dataset.move === kept.hint)
    b.classList.toggle("armed", kept.armed === `${b.dataset.move} at moves`)
    if (on) fits++
  }
  const some = picked.length > 0 || kept.zone !== ""
  const count = $("#fits", table)
  count.textContent = some ? `${fits} ${fits === 1 ? "move" : "moves"} with these` : count.dataset.all
  $("#unchoose", table).hidden = !some
  const why = $("#why", table)
  why.hidden = !(picked.length && !fits)
  if (!why.hidden) $("span", why).textContent = "No move in the list uses these cards."
  return fits
}
