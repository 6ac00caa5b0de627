// The hand: what is chosen, in which order it lies, and which moves go with it. Cards are
// named by their place in the order received. What was chosen stays so while the cards
// before are the same.

const kept = { table: "", deal: "", cards: [], chosen: [], fresh: [], zone: "", sort: localStorage.getItem("sort") ?? "", hint: "" }

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
  if (!again || table.dataset.step !== kept.step) kept.zone = kept.hint = ""
  Object.assign(kept, { table: table.dataset.table, deal: table.dataset.deal, step: table.dataset.step, cards })
  if (hand) lie(hand)
  show(table)
}

// lie puts the cards into the order that the person wants.
function lie(hand) {
  const orders = JSON.parse(hand.dataset.orders || "null") ?? []
  const wanted = orders.find(o => o.name === kept.sort) ?? orders.find(o => o.name === hand.dataset.order)
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

// fan lays the cards over each other as far as they must, in two rows where they would
// lie too close to be tapped.
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
  hand.classList.toggle("rows", rows > 1)
  buttons.forEach((b, i) => b.classList.toggle("last", (i + 1) % each === 0 || i === n - 1))
}

// sort goes on to the next order.
export function sort(hand) {
  const names = (JSON.parse(hand.dataset.orders || "null") ?? []).map(o => o.name)
  const now = names.indexOf(names.includes(kept.sort) ? kept.sort : hand.dataset.order)
  kept.sort = names[(now + 1) % names.length]
  localStorage.setItem("sort", kept.sort)
  lie(hand)
}

// toggle chooses a card or puts it back.
export function toggle(table, place) {
  const i = kept.chosen.indexOf(place)
  if (i >= 0) kept.chosen.splice(i, 1)
  else kept.chosen.push(place)
  kept.hint = ""
  show(table)
}

export function unchoose(table) {
  const any = kept.chosen.length > 0 || kept.zone !== ""
  kept.chosen = []
  kept.zone = kept.hint = ""
  show(table)
  return any
}

// aim asks for the moves that use a pile.
export function aim(table, zone) {
  kept.zone = kept.zone === zone ? "" : zone
  show(table)
}

// propose chooses the cards of a hint, and puts its move into the list if that lacks it.
export function propose(table, move, item) {
  const list = $("#moves", table)
  if (list && item && !all("[data-move]", list).some(b => b.dataset.move === move)) list.insertAdjacentHTML("beforeend", item)
  kept.chosen = []
  kept.zone = ""
  kept.hint = move
  for (const c of move.split(" ")) {
    const i = kept.cards.findIndex((x, at) => x === c && !kept.chosen.includes(at))
    if (i >= 0) kept.chosen.push(i)
  }
  show(table)
}

// show draws what is chosen, and the moves that go with it.
function show(table) {
  for (const b of all("[data-card]", table)) {
    const on = kept.chosen.includes(Number(b.dataset.place))
    b.setAttribute("aria-pressed", on)
    b.classList.toggle("fresh", kept.fresh.includes(Number(b.dataset.place)))
  }
  for (const z of all("button.zone", table)) z.setAttribute("aria-pressed", z.dataset.play === kept.zone)
  const list = $("#moves", table)
  if (!list) return
  const buttons = all("[data-move]", list), picked = chosen()
  const useful = buttons.some(b => b.dataset.cards)
  let fits = 0
  for (const b of buttons) {
    const on = (!useful || holds(split(b.dataset.cards), picked)) && (!kept.zone || ` ${b.dataset.move} `.includes(` ${kept.zone} `))
    b.parentNode.hidden = !on
    b.classList.toggle("hinted", b.dataset.move === kept.hint)
    if (on) fits++
  }
  const few = picked.length || kept.zone // then those with the fewest other cards come first
  const rank = b => [b.dataset.move === kept.hint ? 0 : 1, few && !b.dataset.cards ? 1 : 0, few ? split(b.dataset.cards).length : 0, Number(b.dataset.at)]
  arrange(list, buttons.sort((a, b) => compare(rank(a), rank(b))).map(b => b.parentNode))
  const some = picked.length > 0 || kept.zone !== ""
  const count = $("#fits", table)
  count.textContent = some ? `${fits} ${fits === 1 ? "move" : "moves"} with these` : count.dataset.all
  $("#unchoose", table).hidden = !some
  const why = $("#why", table)
  why.hidden = !(picked.length && !fits)
  if (!why.hidden) $("span", why).textContent = "No move in the list uses these cards."
}

const compare = (a, b) => a.map((x, i) => x - b[i]).find(x => x) ?? 0

// arrange puts elements into an order; the one that has the focus keeps it.
function arrange(list, elements) {
  const focus = document.activeElement
  elements.forEach((e, i) => { if (list.children[i] !== e) list.insertBefore(e, list.children[i]) })
  if (list.contains(focus) && document.activeElement !== focus) focus.focus()
}
