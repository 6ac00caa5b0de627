// Copies of cards lie over the screen, in a layer of their own that no new screen changes.

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

// copy is a card as another shows it, at a place of the screen.
export function copy(card, at) {
  const c = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  c.setAttribute("class", "k")
  for (const child of card?.children ?? []) c.append(child.cloneNode(true))
  if (!card) {
    const back = document.createElementNS("http://www.w3.org/2000/svg", "use")
    back.setAttribute("href", "#back")
    c.append(back)
  }
  Object.assign(c.style, { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` })
  return c
}
