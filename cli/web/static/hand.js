// The hand: which cards are chosen, in which order they lie, and which moves go with them.
// Cards are named by their place in the order received. Chosen cards stay chosen as long as the
// cards before are the same.

import * as own from "./kept.js"

let hears = () => {} // is told about chosen cards that no move uses

// onStrange makes f hear of them.
export function onStrange(f) { hears = f }

const kept = { tip: "", asked: "", table: "", deal: "", cards: [], chosen: [], fresh: [], zone: "", hint: "", armed: "", lifted: [] }

const $ = (q, from = document) => from.querySelector(q)
const all = (q, from = document) => [...from.querySelectorAll(q)]
const split = text => text ? text.split(" ") : []

// holds reports whether some cards are among others, each as often.
function holds(cards, some) {
  const rest = [...cards]
  return some.every(c => {
    const i = rest.indexOf(c)
    if (i >= 0) rest.splice(i, 1)
    return i >= 0
  })
}

export const chosen = () => kept.chosen.map(i => kept.cards[i])

// dealt handles the table after it was drawn anew.
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
  if (!again || table.dataset.step !== kept.step) {
    kept.zone = kept.hint = kept.armed = kept.tip = ""
    folds(table)
  }
  Object.assign(kept, { table: table.dataset.table, deal: table.dataset.deal, step: table.dataset.step, cards })
  if (hand) lie(hand)
  show(table)
}

// sorted returns the order that the person has chosen.
const sorted = () => own.kept(`sort ${document.querySelector(".table").dataset.game}`)

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
    const sort = $("#sort span")
    if (sort) sort.textContent = wanted.name[0].toUpperCase() + wanted.name.slice(1)
    sort?.parentNode.setAttribute("aria-label", `Sort: ${wanted.name}`)
  }
  fan(hand)
}

// fan lays the cards in rows if they would lie too close to be tapped: a row covers the lower
// part of the one above.
function fan(hand) {
  const buttons = all("[data-card]", hand), n = buttons.length
  const each = n > 14 ? 7 : Math.ceil(n / 2)
  buttons.forEach((b, i) => b.classList.toggle("below", n > 7 && i >= each))
}

// folds closes the list of all moves, and reports whether it was open.
export function folds(table) {
  const list = $("#choices", table)
  if (!list?.open) return false
  list.open = false
  return true
}

// sort takes the next order.
export function sort(hand) {
  const names = (JSON.parse(hand.dataset.orders || "null") ?? []).map(o => o.name)
  const now = names.indexOf(names.includes(sorted()) ? sorted() : hand.dataset.order)
  own.keep(`sort ${document.querySelector(".table").dataset.game}`, names[(now + 1) % names.length])
  lie(hand)
}

// toggle chooses a card or puts it back. Chosen before stays what can be: see stays.
export function toggle(table, place) {
  const i = kept.chosen.indexOf(place)
  if (i >= 0) kept.chosen.splice(i, 1)
  else kept.chosen = [...kept.chosen.filter(c => stays(table, kept.cards[c])), place]
  kept.hint = kept.armed = kept.tip = ""
  show(table)
}

// lift takes up cards for dragging: the chosen ones if the card in this place is one of them,
// otherwise that card alone. It returns their places.
export function lift(table, place) {
  if (!kept.chosen.includes(place)) kept.chosen = [place]
  kept.lifted = [...kept.chosen]
  kept.zone = kept.hint = kept.armed = kept.tip = ""
  show(table)
  return kept.lifted
}

// fall lays them back.
export function fall(table) {
  kept.lifted = []
  show(table)
}

// stays says what shown.Stays does: whether a chosen card stays chosen beside another one.
function stays(table, card) {
  const used = all("#moves [data-cards]", table).map(b => split(b.dataset.cards))
  return !used.some(cards => cards.length) || used.some(cards => cards.length > 1) && used.some(cards => cards.includes(card))
}

export function unchoose(table) {
  const any = kept.chosen.length > 0 || kept.zone !== ""
  kept.chosen = []
  kept.zone = kept.hint = kept.armed = kept.tip = ""
  show(table)
  return any
}

// aim asks for the moves that use a pile, and reports whether there are any.
export function aim(table, zone) {
  kept.zone = kept.zone === zone ? "" : zone
  kept.armed = ""
  return show(table) > 0
}

// only returns the one move with exactly the chosen cards, among those that use a pile if one
// is named, and that card of it if moves name its cards. It returns undefined if there is none, or
// a choice, or if a move that exceeds it can be made with those cards. If no move uses cards, cards
// do not count.
export function only(table, zone, card) {
  const moves = all("#moves [data-move]", table), useful = moves.some(b => b.dataset.cards)
  const there = moves.filter(b => uses(b, zone) && (useful ? same(split(b.dataset.cards), chosen()) : zone))
  const fits = there.length > 1 && card ? there.filter(b => uses(b, `${zone} ${card}`)) : there
  return fits.length === 1 && !fits[0].dataset.more ? fits[0] : undefined
}

const uses = (b, zone) => !zone || ` ${b.dataset.move} `.includes(` ${zone} `)
const same = (a, b) => a.length === b.length && holds(a, b)

// arm remembers that a move was asked for at one place, until something else is tapped or the
// turn goes on, and reports whether it had been asked for there already.
export function arm(table, move, place) {
  const name = `${move} at ${place}`, before = kept.armed === name
  kept.armed = name
  show(table)
  return before
}

// disarm forgets it.
export function disarm(table) {
  if (!kept.armed) return
  kept.armed = ""
  show(table)
}

// propose marks the cards of a hint, says why, and adds its move to the list if the list lacks
// it.
export function propose(table, move, item, why) {
  const list = $("#moves", table)
  if (list && item && !all("[data-move]", list).some(b => b.dataset.move === move)) list.insertAdjacentHTML("beforeend", item)
  kept.chosen = []
  kept.zone = kept.armed = ""
  kept.hint = move
  kept.tip = why || "The hint is marked."
  for (const c of move.split(" ")) {
    const i = kept.cards.findIndex((x, at) => x === c && !kept.chosen.includes(at))
    if (i >= 0) kept.chosen.push(i)
  }
  show(table)
}

// show draws what is chosen, and the moves that go with it. These stay in their order in the
// list, so that none comes under a finger that is meant for another. It returns how many they
// are.
function show(table) {
  for (const b of all("[data-card]", table)) {
    const place = Number(b.dataset.place)
    b.setAttribute("aria-pressed", kept.chosen.includes(place))
    b.classList.toggle("fresh", kept.fresh.includes(place))
    b.classList.toggle("lifted", kept.lifted.includes(place))
  }
  const list = $("#moves", table), tip = $("#tip", table)
  if (tip) {
    tip.hidden = !kept.tip || !list
    tip.textContent = kept.tip
  }
  if (!list) return 0
  const buttons = all("[data-move]", list), picked = chosen()
  const useful = buttons.some(b => b.dataset.cards)
  const fits = []
  for (const b of buttons) {
    const on = (!useful || holds(split(b.dataset.cards), picked)) && uses(b, kept.zone)
    b.parentNode.hidden = !on
    b.classList.toggle("hinted", b.dataset.move === kept.hint)
    b.classList.toggle("armed", kept.armed === `${b.dataset.move} at moves`)
    if (on) fits.push(b)
  }
  const exact = buttons.filter(b => same(split(b.dataset.cards), picked))
  for (const z of all("button.zone", table)) {
    z.setAttribute("aria-pressed", z.dataset.play === kept.zone)
    z.classList.toggle("can", exact.some(b => uses(b, z.dataset.play)))
    z.classList.toggle("armed", kept.armed.endsWith(` at ${z.dataset.play}`))
  }
  dock(table, buttons, exact, picked, fits)
  $("#unchoose", table).hidden = !(picked.length || kept.zone)
  say(table, picked, exact, fits.length)
  return fits.length
}

// dock puts the few moves that matter now below the hand, large: that of a hint, those with
// exactly the chosen cards, or those that need no cards and the one that the game offers. Beside
// them stand those that do more with these cards. A move that takes a pile can also be played
// there, so it stands here only beside chosen cards.
const most = 3
function dock(table, buttons, exact, picked, fits) {
  const zones = all("button.zone", table).map(z => z.dataset.play), at = list => split(list).map(i => buttons.find(b => b.dataset.at === i))
  const offered = buttons.filter(b => "offer" in b.dataset)
  const near = picked.length || kept.zone ? exact.filter(b => uses(b, kept.zone))
    : [...buttons.filter(b => offered.some(o => split(b.dataset.more).includes(o.dataset.at))), ...exact.filter(b => !zones.some(z => uses(b, z)))]
  const more = [...new Set([...picked.length || kept.zone ? [] : offered, ...near.flatMap(b => at(b.dataset.more))])]
  const long = near.flatMap(b => at(b.dataset.long)), some = [...more, ...near], every = [...some, ...long]
  const hinted = all("#moves .hinted", table)
  const shown = hinted.length ? hinted : every.length <= most ? every : some.length <= most ? some : []
  if (!shown.length && picked.length && !exact.length && fits.length <= most) shown.push(...fits)
  const place = $("#dock", table), needsCards = buttons.some(b => b.dataset.cards), names = list => String(list.map(b => [b.dataset.move, "final" in b.dataset]))
  if (names([...place.children]) !== names(shown)) place.replaceChildren(...shown.map(b => b.cloneNode(true)))
  place.classList.toggle("held", needsCards) // or the hand would move under a finger that chooses cards
  ;[...place.children].forEach((b, i) => {
    const from = shown[i], armed = kept.armed === `${b.dataset.move} at dock`
    const main = hinted.length || more.includes(from) || !more.length && picked.length && !long.includes(from)
    b.className = main ? "main" : "second" // armed or not: main says where the button stands
    b.classList.toggle("armed", armed)
    b.classList.toggle("hinted", b.dataset.move === kept.hint)
    const only = split(from.dataset.more).length || split(from.dataset.long).length && shown.length > near.length
    const known = hinted.length || only || !near.includes(from) ? 0 : picked.length // the headline names the cards
    const label = `${armed} ${known} ${only}`
    if (b.dataset.label !== label) {
      b.dataset.label = label
      b.replaceChildren(...armed ? ["Tap again: "] : [], ...brief(from, known), ...only ? [" only"] : [])
    }
  })
}

// brief says a move, without its first n cards if something else is left to say.
function brief(move, n) {
  if (move.dataset.brief) return [move.dataset.brief]
  const parts = [...move.childNodes].map(p => p.cloneNode(true)), cards = parts.filter(p => p.nodeName === "B").slice(0, n)
  const rest = parts.filter(p => !cards.includes(p))
  if (rest.map(p => p.textContent).join("").trim().includes(" ")) return [rest.map(p => p.textContent).join("").replace(/\s+/g, " ").trim()]
  return parts
}

// say makes the headline say what is chosen, or that no move uses it. The reason comes later,
// from explain.
function say(table, picked, exact, fits) {
  const head = $("#headline", table), line = $("#prompt", table)
  head.dataset.text ??= head.textContent
  line.dataset.html ??= line.innerHTML
  const wrong = picked.length > 0 && !fits, now = wrong ? String(picked) : ""
  if (!wrong) {
    head.textContent = head.dataset.text
    line.innerHTML = line.dataset.html
    if (picked.length && !exact.some(b => b.dataset.more)) {
      const move = exact[0] && cardsOf(exact[0], picked.length), piles = all("button.zone", table).some(z => exact.some(b => uses(b, z.dataset.play)))
      if (move?.length) head.replaceChildren(...move)
      line.textContent = fits > 1 && exact.length > 1 ? piles && !kept.zone ? "Now tap a pile, or choose below." : "Now choose below." : exact.length ? "" : picked.length > 1 ? "These go with more cards." : "It goes with more cards."
    }
  } else if (kept.asked !== now) {
    head.textContent = strange(table, picked)
    hears(picked)
  }
  kept.asked = now
}

// strange says that no move uses what is chosen.
function strange(table, picked) {
  if (all("#moves [data-cards]", table).some(b => holds(split(b.dataset.cards), picked))) return "That does not go there"
  return picked.length > 1 ? "These do not go together" : "No move uses this card"
}

// cardsOf returns how a move begins, up to the last of its first n cards.
function cardsOf(move, n) {
  const parts = [...move.childNodes], at = parts.flatMap((p, i) => p.nodeName === "B" ? [i] : [])[n - 1]
  return at === undefined ? [] : parts.slice(0, at + 1).map(p => p.cloneNode(true))
}

// explain says why no move uses some cards, if they are still chosen.
export function explain(table, cards, text) {
  if (!table || !text || String(cards) !== kept.asked) return
  $("#headline", table).textContent = strange(table, cards)
  $("#prompt", table).textContent = text
}
