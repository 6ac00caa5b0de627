// Cards of the hand can be dragged by a finger or a mouse. On the way, copies are drawn in a
// layer of their own, which no new screen changes.

import { layer, copy } from "./fly.js"

const enough = 10 // pixels from where a card was taken to where a tap becomes a drag

// dragging begins to handle drags on a screen: hand knows which cards are lifted; dropped is
// told the element below the finger, and the table.
export function dragging(screen, hand, dropped) {
  let from = null, copies = null, over = null

  const table = () => screen.querySelector(".table")
  const below = e => document.elementFromPoint(e.clientX, e.clientY)

  function begin() {
    const places = hand.lift(table(), Number(from.card.dataset.place))
    const cards = [...screen.querySelectorAll("#hand [data-card]")].filter(b => places.includes(Number(b.dataset.place)))
    copies = cards.map(b => {
      const svg = b.querySelector(".k"), c = copy(svg, svg.getBoundingClientRect())
      layer().append(c)
      return c
    })
  }

  function move(e) {
    copies.forEach((c, i) => { c.style.translate = `${e.clientX - from.x + i * 12}px ${e.clientY - from.y}px` })
    const zone = below(e)?.closest("button.zone")
    if (over !== zone) over?.classList.remove("target")
    over = zone
    over?.classList.add("target")
  }

  function end() {
    copies?.forEach(c => c.remove())
    over?.classList.remove("target")
    if (copies && table()) hand.fall(table())
    from = copies = over = null
  }

  screen.addEventListener("pointerdown", e => {
    const card = e.target.closest("#hand [data-card]")
    if (card && e.isPrimary && e.button === 0 && table().hasAttribute("data-yours")) from = { card, x: e.clientX, y: e.clientY, step: table().dataset.step }
  })
  addEventListener("pointermove", e => {
    if (!from || !e.isPrimary) return
    if (table()?.dataset.step !== from.step) { end(); return } // the cards may lie differently now
    if (!copies && Math.hypot(e.clientX - from.x, e.clientY - from.y) < enough) return
    if (!copies) begin()
    move(e)
  })
  addEventListener("pointerup", e => {
    if (!from || !e.isPrimary) return
    const at = copies && below(e)
    if (copies) addEventListener("click", stop, { capture: true, once: true })
    setTimeout(() => removeEventListener("click", stop, { capture: true }))
    end()
    if (at) dropped(at, table())
  })
  addEventListener("pointercancel", end)
}

// stop keeps the click that ends a drag from counting as a tap.
function stop(e) {
  e.preventDefault()
  e.stopPropagation()
}
