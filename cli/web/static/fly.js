// Cards travel: from the stock into hands, from hands onto piles, with a trick to whoever took
// it. The new screen is there at once. Copies fly over it, in a layer of their own that no
// screen changes, while an animation hides the cards that they will become. What has moved is
// found by comparing where cards lay before and where they lie now, whatever the game.

const flight = 300 // milliseconds; together with later, less than a beat of pace.js
const later = 40   // between one card and the next
const most = 14    // cards that fly at a time

const all = (q, from) => [...from.querySelectorAll(q)]

// layer is where copies fly.
export function layer() {
  let l = document.querySelector("#flights")
  if (l) return l
  l = document.createElement("div")
  l.id = "flights"
  l.setAttribute("aria-hidden", "true")
  document.body.append(l)
  return l
}

// copy makes a card that looks like another, at a place on the screen. An element around the
// drawing travels, because browsers lay out a drawing anew in every frame in which it is itself
// moved and scaled.
export function copy(card, at) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  drawing.setAttribute("class", card?.getAttribute("class") ?? "k")
  drawing.setAttribute("viewBox", card?.getAttribute("viewBox") ?? "0 0 100 140")
  for (const child of card?.children ?? []) drawing.append(child.cloneNode(true))
  if (!card) {
    const back = document.createElementNS("http://www.w3.org/2000/svg", "use")
    back.setAttribute("href", "#back")
    drawing.append(back)
  }
  const c = document.createElement("div")
  c.append(drawing)
  Object.assign(c.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` })
  return c
}

// places are where cards lie on a screen: hands, seats and zones by name, each with its number
// of cards and the faces that can be seen.
export function places(table) {
  const found = new Map()
  if (!table) return { found, deal: "", moves: "" }
  const put = (name, e, count, cards) => found.set(name, {
    taken: "taken" in e.dataset, at: e.getBoundingClientRect(), count,
    cards: cards.map(c => ({ face: c.querySelector("use")?.getAttribute("href").replace("#m", "#"), e: c, at: c.getBoundingClientRect() })),
  })
  for (const s of all("[data-seat]", table)) put(`seat ${s.dataset.seat}`, s.querySelector(".cards") ?? s, Number(s.dataset.cards), [])
  for (const z of all("[data-zone]", table)) put(`${z.dataset.zone}`, z, Number(z.dataset.count), all(".k", z))
  const hand = table.querySelector("#hand")
  if (hand) put("hand", hand, hand.children.length, all(".k", hand))
  return { found, deal: table.dataset.deal, moves: table.dataset.beat, table: table.dataset.table }
}

// missing lists the cards of a that b lacks; of equal ones, as many as it lacks.
function missing(a, b) {
  const rest = b.map(c => c.face)
  return a.filter(c => {
    const i = rest.indexOf(c.face)
    if (i >= 0) rest.splice(i, 1)
    return i < 0
  })
}

const seen = c => c.face !== "#back"

// ways are the flights between two screens: { from, at, to, card }.
function ways(was, now, table) {
  const gone = [], come = [], list = []
  const before = name => was.found.get(name) ?? { count: 0, cards: [] }
  for (const [name, p] of now.found) {
    const old = before(name)
    gone.push(...missing(old.cards.filter(seen), p.cards).map(c => ({ ...c, name })))
    come.push(...missing(p.cards.filter(seen), was.deal === now.deal ? old.cards : []).map(c => ({ ...c, name })))
  }
  for (const [name, p] of was.found) if (!now.found.has(name)) gone.push(...p.cards.filter(seen).map(c => ({ ...c, name })))
  const stock = now.found.get("stock stock") ?? [...now.found].find(([name]) => name.startsWith("stock "))?.[1]
  const mover = now.found.get(`seat ${table.querySelector(".seat.latest")?.dataset.seat}`)
  const dealt = was.deal !== now.deal
  const moved = was.moves !== now.moves && !dealt
  for (const c of come) {
    const i = gone.findIndex(g => g.face === c.face)
    const from = !dealt && i >= 0 ? gone.splice(i, 1)[0] : c.name !== "hand" && moved && mover || stock
    if (from) list.push({ from: from.at, to: c.at, hide: c.e, card: c.e })
  }
  if (!moved && !dealt) return list
  for (const [name, p] of now.found) {
    const more = name.startsWith("seat ") ? Math.min(p.count - (dealt ? 0 : before(name).count), 3) : 0
    for (let i = 0; i < more && stock; i++) list.push({ from: stock.at, to: p.at, card: null })
  }
  if (dealt) return list
  const hand = now.found.get("hand")
  for (const g of gone) {
    const taken = /^(pile|aside) /.test(g.name) && now.found.get(g.name)?.count < before(g.name).count
    const trick = g.name === "trick" && before("trick").taken && !now.found.get("trick")?.taken
    const to = mover ?? hand
    if (to && (trick || taken && mover)) list.push({ from: g.at, to: to.at, card: g.e })
  }
  return list
}

// fly makes the cards travel that lie elsewhere than before. It returns how many do.
export function fly(was, table) {
  if (!table || was.table !== table.dataset.table) return 0
  const now = places(table)
  const list = ways(was, now, table).filter(w => w.from.width && w.to.width).slice(0, most) // what is hidden has no place
  const step = Math.min(later, 240 / list.length)
  list.forEach((w, i) => launch(w, i * step))
  return list.length
}

// launch makes one card fly. Only its place and size are animated, which needs no layout.
function launch({ from, to, card, hide }, delay) {
  const width = hide ? to.width : Math.min(from.width, 56)
  const end = hide ? to : { left: to.left + to.width / 2 - width / 2, top: to.top + to.height / 2 - width * .7, width, height: width * 1.4 }
  const c = copy(card, end)
  layer().append(c)
  const x = from.left + from.width / 2 - end.left - end.width / 2, y = from.top + from.height / 2 - end.top - end.height / 2
  const scale = Math.max(.3, Math.min(2, Math.min(from.width, end.width * 1.2) / end.width))
  const timing = { duration: flight, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "both" }
  c.animate([{ transform: `translate(${x}px,${y}px) scale(${scale})`, opacity: 1 }, { transform: "none", opacity: hide ? 1 : .2 }], timing)
    .finished.then(() => c.remove(), () => c.remove())
  hide?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + flight })
}

// land ends all flights at once.
export function land() { document.querySelector("#flights")?.replaceChildren() }
