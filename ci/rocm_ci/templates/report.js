"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const place = Object.fromEntries(data.columns.map((name, number) => [name, number]));
const shared = new Set(data.shared);
const get = (cell, name) => { const value = cell[place[name]]; return shared.has(name) ? (value === null ? null : data.texts[value]) : value; };
const LETTERS = { hardware: "H", emulated: "E", interpreted: "I", compiled: "C", reference: "R", stubbed: "S", none: "-" };
const HEIGHT = 28, FILTERS = ["outcome", "kind", "op", "backend", "device", "evidence"];
const form = document.getElementById("filters"), grid = document.getElementById("grid"), body = document.getElementById("rows");
const head = document.getElementById("head"), dialog = document.getElementById("cell"), count = document.getElementById("count");
const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
};

// A row is a point of a family; a column is a backend on a device. Several runs of a point can share a column.
const cells = data.cells.map((cell, number) => {
  const id = get(cell, "id"), end = id.lastIndexOf("/");
  const backend = get(cell, "expected") || "refused", device = get(cell, "device") + (get(cell, "target") && !get(cell, "device").includes(":") ? ":" + get(cell, "target") : "");
  return { cell, number, id, row: id.slice(0, end), column: backend + " on " + device, device,
    backend: get(cell, "used") || "none", outcome: get(cell, "outcome"), kind: get(cell, "kind") || "", op: get(cell, "op"),
    evidence: get(cell, "evidence"), text: "" };
});
const textOf = entry => entry.text || (entry.text = [entry.id, get(entry.cell, "reason"), (get(entry.cell, "kernels") || []).join(" "), get(entry.cell, "why")].join(" ").toLowerCase());
const columns = [...new Set(cells.map(entry => entry.column))].sort();
const columnOf = new Map(columns.map((name, number) => [name, number]));
let rows = [], shown = [], current = 0;

for (const name of FILTERS) {
  const select = form.elements[name];
  for (const value of [...new Set(cells.map(entry => entry[name]))].filter(Boolean).sort()) select.append(make("option", {}, value));
}
grid.style.setProperty("--columns", columns.length);
head.append(make("div", { role: "columnheader" }, "cell"), ...columns.map(name => make("div", { role: "columnheader" }, name)));

function apply(keep) {
  const wanted = Object.fromEntries(new FormData(form)), text = wanted.text.trim().toLowerCase();
  shown = cells.filter(entry => FILTERS.every(name => !wanted[name] || entry[name] === wanted[name]) && (!text || textOf(entry).includes(text)));
  const byRow = new Map();
  for (const entry of shown) { if (!byRow.has(entry.row)) byRow.set(entry.row, []); byRow.get(entry.row).push(entry); }
  rows = [...byRow];
  shown = rows.flatMap(([, entries]) => entries.sort((a, b) => columnOf.get(a.column) - columnOf.get(b.column)));
  shown.forEach((entry, number) => { entry.at = number; });
  rows.forEach(([, entries], number) => entries.forEach(entry => { entry.line = number; }));
  current = Math.min(current, Math.max(0, shown.length - 1));
  body.style.height = rows.length * HEIGHT + "px";
  grid.setAttribute("aria-rowcount", rows.length + 1);
  count.textContent = shown.length + " of " + cells.length + " cells";
  draw();
  if (!keep) remember();
}
function draw() {
  const from = Math.max(0, Math.floor(grid.scrollTop / HEIGHT) - 10), to = Math.min(rows.length, from + Math.ceil(grid.clientHeight / HEIGHT) + 20);
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.at : undefined;
  const fragment = document.createDocumentFragment();
  for (let line = from; line < to; line++) {
    const [name, entries] = rows[line];
    const row = make("div", { class: "row", role: "row", "aria-rowindex": line + 2, style: `top:${line * HEIGHT}px` }, make("div", { class: "name", role: "rowheader", title: name }, name));
    const boxes = columns.map(() => make("div", { role: "gridcell" }));
    for (const entry of entries) boxes[columnOf.get(entry.column)].append(tile(entry));
    row.append(...boxes);
    fragment.append(row);
  }
  body.replaceChildren(fragment);
  if (focused !== undefined) { const again = body.querySelector(`[data-at="${focused}"]`); if (again) again.focus({ preventScroll: true }); }
}
function tile(entry) {
  const label = `${entry.id}: ${entry.outcome}${entry.kind ? " (" + entry.kind + ")" : ""}, evidence ${entry.evidence}`;
  const node = make("button", { class: "tile " + entry.outcome, type: "button", "data-at": entry.at, tabindex: entry.at === current ? 0 : -1, "aria-label": label, title: label }, LETTERS[entry.evidence] || "?");
  node.addEventListener("click", () => { current = entry.at; open(entry); });
  return node;
}
function go(at) {
  if (!shown.length) return;
  current = Math.max(0, Math.min(shown.length - 1, at));
  const top = shown[current].line * HEIGHT;
  if (top < grid.scrollTop) grid.scrollTop = top;
  if (top + HEIGHT > grid.scrollTop + grid.clientHeight - 2 * HEIGHT) grid.scrollTop = top - grid.clientHeight + 4 * HEIGHT;
  draw();
  const node = body.querySelector(`[data-at="${current}"]`);
  if (node) node.focus({ preventScroll: true });
}
function line(step) {
  const entry = shown[current], wanted = entry.line + step;
  if (wanted < 0 || wanted >= rows.length) return current;
  const entries = rows[wanted][1], column = columnOf.get(entry.column);
  return entries.reduce((best, other) => Math.abs(columnOf.get(other.column) - column) < Math.abs(columnOf.get(best.column) - column) ? other : best).at;
}
grid.addEventListener("keydown", event => {
  const page = Math.floor(grid.clientHeight / HEIGHT) - 2;
  const moves = { ArrowRight: () => current + 1, ArrowLeft: () => current - 1, ArrowDown: () => line(1), ArrowUp: () => line(-1), Home: () => 0, End: () => shown.length - 1,
    PageDown: () => line(Math.min(page, rows.length - 1 - shown[current].line)), PageUp: () => line(-Math.min(page, shown[current].line)) };
  if (moves[event.key] && shown.length) { event.preventDefault(); go(moves[event.key]()); }
});
grid.addEventListener("scroll", () => requestAnimationFrame(draw), { passive: true });

const number = value => value === null || value === undefined ? "-" : Number(value).toPrecision(3);
function against(value, bound) {
  if (value === null || value === undefined) return null;
  const box = make("span", {}, number(value), " of ", number(bound), " ");
  if (bound) {
    const ratio = value / bound, bar = make("span", { class: ratio > 1 ? "bar over" : "bar", title: number(ratio) }, make("i", { style: `width:${Math.min(100, 100 * ratio)}%` }));
    box.append(bar);
  }
  return box;
}
function table(header, lines) {
  return make("table", {}, make("thead", {}, make("tr", {}, ...header.map(name => make("th", {}, name)))),
    make("tbody", {}, ...lines.map(line => make("tr", {}, ...line.map(value => make("td", {}, value))))));
}
function trend(entry) {
  const marks = get(entry.cell, "marks"), times = get(entry.cell, "times") || [];
  if (marks.length < 2) return null;
  const most = Math.max(...times, 1e-9), parts = times.map((value, at) => `<rect x="${at * 9}" y="${30 - 28 * value / most}" width="7" height="${28 * value / most}" fill="${marks[at] === "+" ? "#1a7f37" : "#cf222e"}"/>`);
  const box = make("span", {});
  box.innerHTML = `<svg width="${times.length * 9}" height="30" role="img" aria-label="seconds of the last runs">${parts.join("")}</svg>`;
  const since = get(entry.cell, "since");
  box.append(` ${marks.length} runs, up to ${number(most)} s, flips: ${get(entry.cell, "flips")}` + (since ? `, red since ${since}` : ""));
  return box;
}
function open(entry) {
  const value = name => get(entry.cell, name), repeat = value("repeat") || `rocm-ci run --id '${entry.id}'`;
  const copy = make("button", { type: "button", id: "copy" }, "copy");
  copy.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(repeat); } catch (error) {  // a page from a file has no clipboard everywhere
      const range = document.createRange(); range.selectNodeContents(document.getElementById("repeat"));
      getSelection().removeAllRanges(); getSelection().addRange(range); document.execCommand("copy");
    }
    copy.textContent = "copied";
  });
  const terms = [["repeat", make("span", {}, make("code", { id: "repeat" }, repeat), " ", copy)],
    ["outcome", entry.outcome + (entry.kind ? ` (${entry.kind})` : "")], ["reason", value("reason")], ["excused by", value("exemption")],
    ["evidence", make("span", { class: "evidence " + entry.evidence }, entry.evidence)],
    ["declared", (value("expected") || "an exception") + " on " + entry.device], ["ran", value("used") || "nothing"],
    ["error of bound", against(value("error"), value("bound"))], ["seconds", number(value("seconds"))], ["trend", trend(entry)],
    ["kernels", (value("kernels") || []).join(", ")], ["compiled meanwhile", (value("builds") || []).join(", ")],
    ["guards against", value("why")], ["reported as", (value("sources") || []).join(", ")],
    ["asked", Object.entries(value("facts") || {}).map(([name, fact]) => `${name} ${JSON.stringify(fact)}`).join(", ")]];
  const close = make("button", { type: "button" }, "close");
  close.addEventListener("click", () => dialog.close());
  const parts = [make("header", {}, make("h2", {}, entry.id), close),
    make("dl", {}, ...terms.filter(([, shown]) => shown).flatMap(([name, shown]) => [make("dt", {}, name), make("dd", {}, shown)]))];
  const measured = value("measured") || [], decision = Object.entries(value("decision") || {});
  if (measured.length) parts.push(make("h2", {}, "Measured"), table(["what", "value of bound", ""], measured.map(row => [row.name, against(row.value, row.bound) || "-", row.note])));
  if (decision.length) parts.push(make("h2", {}, "Passed over"), table(["implementation", "reasons"], decision.map(([name, reasons]) => [name, reasons.join("; ")])));
  dialog.replaceChildren(...parts);
  if (!dialog.open) dialog.showModal();
  remember(entry.id);
}
dialog.addEventListener("close", () => { remember(); go(current); });

function remember(opened) {
  const kept = new URLSearchParams(Object.entries(Object.fromEntries(new FormData(form))).filter(([, value]) => value));
  if (opened) kept.set("cell", opened);
  history.replaceState(null, "", "#" + kept);
}
function recall() {
  const kept = new URLSearchParams(location.hash.slice(1));
  for (const name of ["text", ...FILTERS]) form.elements[name].value = kept.get(name) || "";
  apply(true);
  const wanted = shown.find(entry => entry.id === kept.get("cell"));
  if (wanted) { go(wanted.at); open(wanted); }
}
for (const node of document.querySelectorAll("[data-cell]")) node.addEventListener("click", event => {
  event.preventDefault();
  const entry = cells[Number(node.dataset.cell)];
  form.reset(); apply(true); go(entry.at); open(entry);
});
form.addEventListener("input", () => { grid.scrollTop = 0; current = 0; apply(); });
form.addEventListener("submit", event => { event.preventDefault(); go(0); });
form.addEventListener("reset", () => setTimeout(apply));
addEventListener("hashchange", recall);
addEventListener("resize", draw);
recall();
document.body.dataset.ready = performance.now().toFixed(0);
