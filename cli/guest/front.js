"use strict";
// What the fragment says about a table never leaves the browser.
const asked = /^#t=([0-9a-f]{4,64})(?:&c=(\d{4,20}))?$/.exec(location.hash);
if (asked) {
  const [, table, code] = asked;
  document.getElementById("join").hidden = false;
  document.getElementById("command").textContent = "fives join " + table.slice(0, 8) + (code ? " --code " + code : "");
}
