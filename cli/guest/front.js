"use strict";
// What the fragment says about a table never leaves the browser.
const asked = /^#t=([0-9a-f]{4,64})(?:&c=(\d{4,20}))?$/.exec(location.hash);
if (asked) {
  const [, table, code] = asked;
  const show = (id, text) => {
    const e = document.getElementById(id);
    e.hidden = false;
    if (text) e.textContent = text;
  };
  show("table");
  if (code) {
    show("coded");
    show("code", code);
  }
  show("join");
  show("command", "fives join " + table.slice(0, 8) + (code ? " --code " + code : ""));
  for (const a of document.querySelectorAll("a[data-table]")) a.hash = location.hash;
}
