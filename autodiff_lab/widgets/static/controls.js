/*
 * The controls of an explorer: sliders, the read-out in words, and the curve with its tangent.
 *
 * One plain ES module, without a build step and without a dependency. Every word comes with the model. The kernel computes; the page sends what it
 * wants and waits for the answer before it sends the next, so that the last value wins and nothing ever queues.
 *
 * Text from the model only ever becomes textContent or an attribute's value, never markup.
 */

const SETTLED = 600; // milliseconds until a slider counts as at rest
const BUSY = 400; // a computation that takes longer says so
const SILENT = 8000; // and one that takes this long may have lost its kernel
const PLOT = { width: 440, height: 300 }; // the place that is kept for the curve before it comes
const SVG_NS = "http://www.w3.org/2000/svg";

/* ---------- pure helpers (no document, no model) ---------- */

/** Put values into a pattern: fill("step $now", {now: 3}) is "step 3". */
export function fill(pattern, values) {
  return pattern.replace(/\$(\w+)/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/** Read a number as people type it: a true minus sign, a decimal comma, spaces around it. */
export function parseNumber(text) {
  const plain = text.trim().replace(/[−–]/g, "-").replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** The place of the stop nearest to a value. */
export function nearest(stops, value) {
  let low = 0;
  let high = stops.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stops[middle] <= value) low = middle;
    else high = middle;
  }
  return value - stops[low] < stops[high] - value ? low : high;
}

/** The next stop above (direction 1) or below (direction −1) a value that may lie between stops. */
export function neighbour(stops, value, direction) {
  const at = nearest(stops, value);
  if ((stops[at] - value) * direction > 0) return stops[at];
  return stops[Math.min(Math.max(at + direction, 0), stops.length - 1)];
}

/** The text of a value: as given for a stop, else in the number's own digits. */
export function textOf(slider, value) {
  const at = nearest(slider.stops, value);
  if (slider.stops[at] === value) return slider.texts[at];
  if (slider.start === value) return slider.startText;
  return String(value).replace(/-/g, "−");
}

/** The theme to paint: what is asked for, else JupyterLab's own, else the system's. */
export function resolveTheme(asked, labLight, systemDark) {
  if (asked === "light" || asked === "dark") return asked;
  if (labLight === "true") return "light";
  if (labLight === "false") return "dark";
  return systemDark ? "dark" : "light";
}

/** Where a point lies in the picture, in pixels, and how its tangent runs through it. */
export function place(curve, mark) {
  const { box, x, y } = curve;
  const scaleX = box.width / (x[1] - x[0]);
  const scaleY = box.height / (y[1] - y[0]);
  const left = (mark.x - x[0]) * scaleX;
  const top = (y[1] - mark.y) * scaleY;
  const found = { left, top, inside: top >= 0 && top <= box.height, line: null };
  if (typeof mark.slope === "number" && Number.isFinite(top)) {
    const steep = mark.slope * scaleY;
    const length = Math.hypot(scaleX, steep);
    const [dx, dy] = Number.isFinite(length) ? [scaleX / length, -steep / length] : [0, -Math.sign(steep)];
    const far = 2 * (box.width + box.height + Math.abs(top));
    found.line = [left - far * dx, top - far * dy, left + far * dx, top + far * dy];
  }
  return found;
}

/* ---------- one computation at a time ---------- */

/** Sends what the page wants: one on its way, at most one waiting, and that is the newest. */
class Gate {
  constructor(model) {
    this.model = model;
    this.waiting = null;
    this.sending = false;
  }

  get busy() {
    return this.model.get("wanted").serial > this.model.get("answered");
  }

  get idle() {
    return !this.busy && !this.waiting;
  }

  want(values, moved) {
    this.waiting = { values, moved };
    this.flush();
  }

  flush() {
    if (!this.waiting || this.busy) return;
    const wanted = { serial: this.model.get("wanted").serial + 1, ...this.waiting };
    this.waiting = null;
    this.sending = true;
    this.model.set("wanted", wanted);
    this.sending = false;
    this.model.save_changes();
  }

  /** Another view of the same explorer has moved since: what waits here is older. */
  overtaken() {
    if (!this.sending) this.waiting = null;
  }
}

/* ---------- building the document ---------- */

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG_NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let count = 0;

/** An id that no other view has, also not one of another module instance. */
function newId() {
  count += 1;
  return `adl-${Math.random().toString(36).slice(2, 8)}-${count}`;
}

/* ---------- one input ---------- */

class SliderRow {
  constructor(slider, value, words, listen, changed, notice) {
    this.slider = slider;
    this.words = words;
    this.changed = changed;
    this.notice = notice;
    const { name, stops, texts } = slider;
    const id = newId();
    this.range = make("input", { type: "range", class: "adl-range", id, min: "0", max: String(stops.length - 1), step: "1" });
    this.number = make("input", {
      type: "text",
      inputmode: "decimal",
      class: "adl-number-box",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": fill(this.words.number, { name }),
    });
    this.less = make("button", { type: "button", class: "adl-step", "aria-label": fill(this.words.less, { name }) }, "−");
    this.more = make("button", { type: "button", class: "adl-step", "aria-label": fill(this.words.more, { name }) }, "+");
    const ends = make(
      "div",
      { class: "adl-ends", "aria-hidden": "true" },
      make("span", {}, texts[0]),
      make("span", {}, texts[texts.length - 1]),
    );
    this.root = make(
      "div",
      { class: "adl-slider", "data-input": name },
      make("label", { class: "adl-input-name", for: id, title: name }, name),
      this.less,
      make("div", { class: "adl-track" }, this.range, ends),
      this.more,
      this.number,
    );
    listen(this.range, "input", () => this.move(stops[this.range.valueAsNumber]));
    listen(this.less, "click", () => this.move(neighbour(stops, this.value, -1)));
    listen(this.more, "click", () => this.move(neighbour(stops, this.value, 1)));
    listen(this.number, "change", () => this.type());
    listen(this.number, "keydown", (event) => this.onKey(event));
    this.show(value);
  }

  move(value) {
    this.notice("");
    if (value === this.value) return;
    this.show(value);
    this.changed(value);
  }

  type() {
    const { name, stops, texts } = this.slider;
    const asked = this.number.value.trim();
    if (asked === textOf(this.slider, this.value)) return;
    const number = parseNumber(asked);
    if (Number.isNaN(number)) {
      this.notice(fill(this.words.notANumber, { asked, name, value: textOf(this.slider, this.value) }));
      this.show(this.value);
      return;
    }
    const value = Math.min(Math.max(number, stops[0]), stops[stops.length - 1]);
    if (value === this.value) this.show(value);
    else this.move(value);
    if (value !== number) {
      const words = { name, asked, low: texts[0], high: texts[texts.length - 1], value: textOf(this.slider, value) };
      this.notice(fill(this.words.clamped, words));
    }
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter") this.type();
    else if (event.key === "Escape") this.show(this.value);
    else if (direction) {
      this.type();
      this.move(neighbour(this.slider.stops, this.value, direction));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  show(value) {
    const { stops } = this.slider;
    const at = nearest(stops, value);
    const text = textOf(this.slider, value);
    this.value = value;
    this.range.value = String(at);
    this.range.setAttribute("aria-valuetext", text);
    this.range.style.setProperty("--adl-part", at / (stops.length - 1));
    if (this.number.value !== text) this.number.value = text;
    this.less.setAttribute("aria-disabled", String(value <= stops[0]));
    this.more.setAttribute("aria-disabled", String(value >= stops[stops.length - 1]));
  }
}

/* ---------- the curve ---------- */

class CurvePane {
  constructor(model, sliders, listen) {
    this.model = model;
    this.words = model.get("words");
    this.image = make("img", { class: "adl-curve-image", alt: "", width: PLOT.width, height: PLOT.height });
    this.tangent = makeSvg("line", { class: "adl-tangent" });
    this.halo = makeSvg("circle", { class: "adl-point-halo", r: "9" });
    this.point = makeSvg("circle", { class: "adl-point", r: "6" });
    this.axes = makeSvg("svg", { class: "adl-axes" }, this.tangent);
    this.marks = makeSvg("svg", { class: "adl-marks", "aria-hidden": "true" }, this.axes, this.halo, this.point);
    this.plot = make("div", { class: "adl-plot", role: "img" }, this.image, this.marks);
    this.legend = make(
      "p",
      { class: "adl-legend", "aria-hidden": "true" },
      make("span", { class: "adl-key adl-key-curve" }),
      (this.curveWords = make("span", {})),
      make("span", { class: "adl-key adl-key-tangent" }),
      (this.tangentWords = make("span", {})),
    );
    this.note = make("p", { class: "adl-note" });
    this.root = make("figure", { class: "adl-curve" }, this.plot, this.legend, this.note);
    if (sliders.length > 1) this.addChooser(sliders, listen);
  }

  addChooser(sliders, listen) {
    const id = newId();
    const options = [["", this.words.lastMoved], ...sliders.map(({ name }) => [name, name])];
    this.chooser = make("select", { class: "adl-choice", id }, ...options.map(([value, text]) => make("option", { value }, text)));
    listen(this.chooser, "change", () => {
      this.model.set("choice", this.chooser.value);
      this.model.save_changes();
    });
    this.root.append(make("p", { class: "adl-chooser" }, make("label", { for: id }, this.words.choose), this.chooser));
  }

  show() {
    const curve = this.model.get("curve");
    const mark = this.model.get("mark");
    const note = this.model.get("note");
    const drawn = Boolean(curve.image);
    // A place is kept until it is known that no curve will come.
    this.plot.hidden = this.legend.hidden = !drawn && note !== "";
    this.note.hidden = note === "";
    setText(this.note, note);
    if (this.chooser) {
      this.chooser.value = this.model.get("choice");
      this.chooser.parentNode.hidden = this.plot.hidden;
    }
    this.image.hidden = !drawn;
    if (drawn && this.image.getAttribute("src") !== curve.image) this.image.src = curve.image;
    const there = drawn && mark.input !== undefined;
    this.marks.style.display = there ? "" : "none";
    this.plot.setAttribute("aria-label", [curve.alt, mark.alt].filter(Boolean).join(". "));
    this.legend.style.visibility = drawn ? "" : "hidden";
    this.legend.classList.toggle("adl-without-tangent", typeof mark.slope !== "number");
    setText(this.curveWords, there ? fill(this.words.curve, mark) : "");
    setText(this.tangentWords, typeof mark.slope === "number" ? fill(this.words.tangent, { slope: mark.slopeText }) : this.words.noTangent);
    if (there) this.showMark(curve, mark);
  }

  showMark(curve, mark) {
    const { box, width, height } = curve;
    const { left, top, inside, line } = place(curve, mark);
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const [name, value] of Object.entries({ x: box.left, y: box.top, width: box.width, height: box.height })) {
      this.axes.setAttribute(name, value);
    }
    this.tangent.style.display = line ? "" : "none";
    if (line) ["x1", "y1", "x2", "y2"].forEach((name, i) => this.tangent.setAttribute(name, line[i].toFixed(2)));
    this.tangent.dataset.slope = String(mark.slope);
    const at = Number.isFinite(top);
    for (const circle of [this.halo, this.point]) {
      circle.style.display = at ? "" : "none";
      circle.setAttribute("cx", (box.left + left).toFixed(2));
      if (at) circle.setAttribute("cy", (box.top + Math.min(Math.max(top, 0), box.height)).toFixed(2));
    }
    this.point.classList.toggle("adl-outside", !inside);
    this.point.dataset.x = String(mark.x);
    this.point.dataset.y = String(mark.y);
  }
}

/* ---------- the view ---------- */

class View {
  constructor(model, el) {
    this.model = model;
    this.ready = false;
    this.gate = new Gate(model);
    this.listening = new AbortController();
    const { signal } = this.listening;
    const listen = (target, type, handler) => target.addEventListener(type, handler, { signal });
    const sliders = model.get("sliders");
    this.words = model.get("words");
    this.values = [...model.get("values")];
    this.rows = sliders.map((slider, i) => new SliderRow(
      slider,
      this.values[i],
      this.words,
      listen,
      (value) => this.want(i, value),
      (text) => setText(this.notice, text),
    ));
    this.pane = new CurvePane(model, sliders, listen);
    this.build();
    this.listen(listen);
    this.onTheme();
    this.onNumbers();
    this.pane.show();
    // JupyterLab asks the focused element itself first, so the frame alone would not keep its shortcuts away.
    for (const one of this.root.querySelectorAll("input, button, select")) one.dataset.lmSuppressShortcuts = "true";
    el.append(this.root);
    this.ready = true;
    this.reportTheme();
  }

  build() {
    this.readout = make("p", { class: "adl-readout" });
    this.nudge = make("p", { class: "adl-nudge" });
    this.failure = make("div", { class: "adl-failure", role: "group" });
    this.status = make("p", { class: "adl-status" });
    this.notice = make("p", { class: "adl-notice", role: "status", "aria-live": "polite" });
    this.live = make("div", { class: "adl-live", role: "status", "aria-live": "polite" });
    this.told = make("div", { class: "adl-place" }, make("div", { class: "adl-told" }, this.readout, this.nudge, this.failure));
    const name = this.model.get("function");
    this.root = make(
      "div",
      {
        class: "adl-explore",
        role: "group",
        lang: this.model.get("lang"),
        "data-lm-suppress-shortcuts": "true",
        "aria-label": /^[\p{L}_]/u.test(name) ? fill(this.words.explorer, { name }) : this.words.plainExplorer,
      },
      make(
        "div",
        { class: "adl-desk" },
        make("div", { class: "adl-sliders" }, ...this.rows.map((row) => row.root)),
        this.notice,
        this.told,
        this.status,
        this.live,
      ),
      this.pane.root,
    );
  }

  listen(listen) {
    this.systemTheme = matchMedia("(prefers-color-scheme: dark)");
    listen(this.systemTheme, "change", () => this.onTheme());
    this.labTheme = new MutationObserver(() => this.onTheme());
    this.labTheme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    const numbers = () => this.onNumbers();
    const curve = () => this.pane.show();
    this.handlers = {
      "change:answered": () => this.onAnswered(),
      "change:values": () => this.adopt(),
      "change:wanted": () => this.gate.overtaken(),
      "change:readout": numbers,
      "change:failure": numbers,
      "change:curve": curve,
      "change:mark": curve,
      "change:note": curve,
      "change:choice": curve,
      "change:theme": () => this.onTheme(),
    };
    for (const [name, handler] of Object.entries(this.handlers)) this.model.on(name, handler);
  }

  destroy() {
    for (const timer of [this.settling, this.slow, this.lost]) clearTimeout(timer);
    this.listening.abort();
    this.labTheme.disconnect();
    for (const [name, handler] of Object.entries(this.handlers)) this.model.off(name, handler);
    this.root.remove();
  }

  /* ----- what the learner does ----- */

  want(i, value) {
    this.values = this.values.with ? this.values.with(i, value) : this.values.map((old, j) => (j === i ? value : old));
    this.gate.want(this.values, i);
    this.watchTime();
    this.announceWhenSettled();
  }

  /* ----- what the model says ----- */

  onAnswered() {
    this.gate.flush();
    this.adopt();
    this.watchTime();
  }

  /** The kernel's numbers, unless the learner is ahead of it. */
  adopt() {
    if (!this.gate.idle) return;
    this.values = [...this.model.get("values")];
    this.rows.forEach((row, i) => {
      if (row.value !== this.values[i]) row.show(this.values[i]);
    });
  }

  onNumbers() {
    const { parts = [], nudge = "" } = this.model.get("readout");
    const failure = this.model.get("failure");
    const failed = Boolean(failure.title);
    this.showParts(parts);
    setText(this.nudge, nudge);
    this.readout.hidden = this.nudge.hidden = failed;
    this.failure.hidden = !failed;
    this.root.classList.toggle("adl-failed", failed);
    if (failed) this.showFailure(failure);
    this.announceWhenSettled();
  }

  /** The line keeps its elements, so that only the numbers in it change. */
  showParts(parts) {
    if (this.readout.children.length !== parts.length) {
      this.readout.replaceChildren(...parts.map(() => make(
        "span",
        { class: "adl-part" },
        make("span", { class: "adl-before" }),
        make("b", { class: "adl-value-text" }),
        make("span", { class: "adl-comma" }),
      )));
    }
    parts.forEach((part, i) => {
      const [before, value, comma] = this.readout.children[i].children;
      Object.assign(this.readout.children[i].dataset, { kind: part.kind, name: part.name, value: part.value });
      setText(before, part.before);
      setText(value, part.text);
      setText(comma, i < parts.length - 1 ? ", " : "");
    });
  }

  showFailure({ title, what, where, line, kept }) {
    const lines = [make("p", { class: "adl-failure-title" }, title), make("p", { class: "adl-failure-what" }, what)];
    if (where) lines.push(make("p", { class: "adl-failure-where" }, where), make("pre", { class: "adl-failure-line" }, line));
    if (kept) lines.push(make("p", { class: "adl-failure-kept" }, kept));
    this.failure.replaceChildren(...lines);
  }

  watchTime() {
    clearTimeout(this.slow);
    clearTimeout(this.lost);
    if (this.gate.idle) {
      this.showStatus("");
      return;
    }
    this.slow = setTimeout(() => this.showStatus(this.words.computing), BUSY);
    this.lost = setTimeout(() => this.showStatus(this.words.silent), SILENT);
  }

  showStatus(text) {
    setText(this.status, text);
  }

  announceWhenSettled() {
    clearTimeout(this.settling);
    if (!this.ready) return; // what is there from the start is no news
    this.settling = setTimeout(() => {
      if (!this.gate.idle) return; // the answer will come by here again
      const { title, what } = this.model.get("failure");
      setText(this.live, title ? `${title} ${what}` : this.model.get("readout").sentence ?? "");
    }, SETTLED);
  }

  /* ----- theme ----- */

  onTheme() {
    const theme = resolveTheme(this.model.get("theme"), document.body.dataset.jpThemeLight, this.systemTheme.matches);
    this.root.dataset.theme = theme;
    if (this.ready) this.reportTheme();
  }

  /** The curve is drawn in Python, in the colours that the page really shows. */
  reportTheme() {
    const { theme } = this.root.dataset;
    if (this.model.get("shown_theme") === theme) return;
    this.model.set("shown_theme", theme);
    this.model.save_changes();
  }
}

/** Show a model in an element; the answer takes everything down again. */
function render({ model, el }) {
  const view = new View(model, el);
  return () => view.destroy();
}

export default { render };
