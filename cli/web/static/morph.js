// morph gives an element the contents of a piece of HTML, and changes no more than it must:
// what stays the same keeps its focus, its scrolling, and what was typed into it. What is
// marked with data-kept belongs to the page.

export function morph(into, html) {
  const to = document.createElement("template")
  to.innerHTML = html
  const focus = document.activeElement
  children(into, to.content)
  if (focus !== document.activeElement && into.contains(focus)) focus.focus({ preventScroll: true }) // it was moved
}

function children(from, to) {
  let at = from.firstChild
  for (const next of [...to.childNodes]) {
    const found = match(at, next, from)
    if (!found) {
      from.insertBefore(next, at)
      continue
    }
    if (found === at) at = at.nextSibling
    else from.insertBefore(found, at)
    node(found, next)
  }
  while (at) {
    const gone = at
    at = at.nextSibling
    gone.remove()
  }
}

// match returns the node, from here on, that can become the next one: the one with its ID, or
// the first one if that is of the same kind and has no ID.
function match(at, next, parent) {
  if (next.id) {
    const old = [...parent.childNodes].find(n => n.id === next.id)
    return old?.nodeName === next.nodeName ? old : null
  }
  return at && at.nodeName === next.nodeName && !at.id ? at : null
}

function node(from, to) {
  if (from.isEqualNode(to) || from.hasAttribute?.("data-kept") && to.hasAttribute("data-kept")) return
  if (from.nodeType !== Node.ELEMENT_NODE) {
    from.nodeValue = to.nodeValue
    return
  }
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && !(name === "open" && from.nodeName === "DETAILS")) from.removeAttribute(name)
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value) from.setAttribute(name, value)
  if (from.nodeName === "INPUT" && from !== document.activeElement && from.defaultValue !== to.defaultValue) from.value = to.value
  if (from.nodeName === "SELECT" && from !== document.activeElement) {
    children(from, to)
    from.value = to.value
    return
  }
  children(from, to)
}
