/*
 * The player: plays a backward sweep from a story (plain data) and a picture (an SVG string).
 *
 * One plain ES module, without a build step and without a dependency. The Jupyter widget loads it as it is; the
 * saved page contains it as it is. Position p (0 to the number of steps) means: steps[0] to steps[p - 1] have
 * happened. The position lives in the model, so two views of one model show the same moment.
 *
 * Text from a story only ever becomes textContent or an attribute's value, never markup.
 */

/** Every word that the player itself shows: translate these, and the player speaks another language. */
const WORDS = {
  player: "Player: $title",
  graph: "Graph. Keys: right arrow next, left arrow back, Home, End, Space plays.",
  invitation: "Press Next to start at $target.",
  noPicture: "The picture cannot be shown. The list of values below says the same in words.",
  first: "To the start",
  previous: "Back",
  next: "Next",
  play: "Play",
  pause: "Pause",
  last: "To the end",
  position: "Position in the sweep",
  speed: "Speed",
  speeds: { 0.5: "Half speed", 1: "Normal speed", 2: "Double speed" },
  speedMarks: { 0.5: "½×", 1: "1×", 2: "2×" },
  counter: "step $now of $all",
  spoken: "Step $now of $all. $caption",
  log: "Steps in words",
  values: "Values and gradients",
  program: "The same as a program",
  way: "Which run",
  ways: { forward: "Forward", backward: "Backward" },
  forwardInvitation: "Press Next, and the values arrive one by one, from the sources to $target.",
  answers: "Your answers",
  skip: "Show me",
  outcomes: {
    right: "You said $chosen. That is right. $why",
    wrong: "You said $chosen. It is $answer. $why",
    skipped: "It is $answer. $why",
  },
  columns: ["Node", "Operation", "Inputs", "Value", "Gradient", "State"],
  separator: ", ",
  states: {
    ready: "done",
    partly: "$arrived of $expected shares",
    notYet: "not yet",
    constant: "constant",
    unconnected: "not connected",
  },
};

const TRAVEL = 500; // milliseconds along the edge at normal speed
const REST = 400; // then a rest, before play goes on
const SLIDE = 2200; // a step of play when the reader asked for less motion
const SETTLED = 600; // a slider counts as at rest after this long
const SVG_NS = "http://www.w3.org/2000/svg";
const DASH = "–";
const MOST = { value: 24, gradient: 16, label: 16 }; // characters that the picture has room for

/* ---------- pure helpers (no document, no model) ---------- */

/** Put values into a pattern: fill("step $now", {now: 3}) is "step 3". */
export function fill(pattern, values) {
  return pattern.replace(/\$(\w+)/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/** The nearest position that the story has. */
export function clampPosition(position, story) {
  const p = Math.round(Number(position)) || 0;
  return Math.min(Math.max(p, 0), story.steps.length);
}

/**
 * Everything that the picture shows at position p, as plain data.
 *
 * With arrived = false the last share is still on its way: its edge is active, its receiver unchanged.
 */
export function stateAt(story, position, arrived = true) {
  const bare = story.steps.length === 0;
  const p = clampPosition(position, story);
  const gradients = {};
  const shares = {};
  const labels = {};
  for (const node of story.nodes) {
    gradients[node.id] = bare || node.gradient === "" || node.connected === false ? node.gradient : DASH;
  }
  for (const [index, step] of story.steps.slice(0, p).entries()) {
    if (step.edge) labels[step.edge] = step.edge_label;
    if (index === p - 1 && !arrived) continue;
    Object.assign(gradients, step.gradients);
    if (step.to) shares[step.to] = { arrived: step.arrived, expected: step.expected };
  }
  const step = p > 0 ? story.steps[p - 1] : null;
  const come = new Set(story.steps.slice(0, p).map((one) => one.node));
  const hidden = story.isForward ? story.nodes.filter((n) => n.role !== "constant" && !come.has(n.id)) : [];
  return {
    position: p,
    gradients,
    shares,
    labels,
    hidden: new Set(hidden.map((node) => node.id)),
    node: step ? step.node : "",
    edge: step ? step.edge : "",
    to: step ? step.to : "",
    caption: step ? step.caption : invitation(story),
  };
}

function invitation(story) {
  if (!story.steps.length) return story.description;
  const target = story.nodes.find((node) => node.id === story.targets[0]);
  return fill(story.isForward ? WORDS.forwardInvitation : WORDS.invitation, { target: target ? target.name || target.label : "" });
}

const forwards = new WeakMap();

/** The same story told the other way: the values arrive in the order in which they were computed. */
export function forwardOf(story) {
  if (!forwards.has(story)) {
    const blank = { edge: "", to: "", edge_label: "", gradients: {}, detail: "", line: 0, arrived: 0, expected: 0 };
    const steps = (story.forward ?? []).map((step) => ({ kind: "value", ...blank, ...step }));
    forwards.set(story, { ...story, steps, stops: [], isForward: true });
  }
  return forwards.get(story);
}

/** The state of a node in a word or two, for the table. */
export function nodeState(node, shares) {
  if (node.connected === false) return WORDS.states.unconnected;
  if (node.role === "constant") return WORDS.states.constant;
  const share = shares[node.id];
  if (!share) return WORDS.states.notYet;
  return share.arrived >= share.expected ? WORDS.states.ready : fill(WORDS.states.partly, share);
}

/** The shortest text that gives this number back in its dtype; cells of arrays row by row. */
export function precise(data, dtype) {
  if (Array.isArray(data)) return `[${data.map((cell) => precise(cell, dtype)).join(", ")}]`;
  if (typeof data !== "number") return String(data);
  let text = String(data);
  if (dtype === "float32") {
    for (let digits = 1; digits <= 9; digits += 1) {
      text = String(Number(data.toPrecision(digits)));
      if (Math.fround(Number(text)) === Math.fround(data)) break;
    }
  }
  return text.replace(/-/g, "−");
}

/** Cut a text to the characters that there is room for, as the picture itself does. */
export function shorten(text, most) {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("").trimEnd()}…`;
}

/** The theme to paint: what is asked for, else JupyterLab's own, else the system's. */
export function resolveTheme(asked, labLight, systemDark) {
  if (asked === "light" || asked === "dark") return asked;
  if (labLight === "true") return "light";
  if (labLight === "false") return "dark";
  return systemDark ? "dark" : "light";
}

/* ---------- one owner of the timer for each model ---------- */

// Every view of a widget gets a model object of its own, so the story, which they share, is the key.
const transports = new WeakMap();

class Transport {
  constructor(model) {
    this.model = model;
    this.views = new Set();
    this.playing = false;
    this.scrubbing = false;
    this.speed = 1;
    this.timer = 0;
    this.asking = null;
    this.answers = new Map();
    this.forward = false;
    this.ahead = 0; // how many values have arrived; the model keeps the position of the sweep alone
  }

  get story() {
    const story = this.model.get("story");
    return this.forward ? forwardOf(story) : story;
  }

  get position() {
    return clampPosition(this.forward ? this.ahead : this.model.get("position"), this.story);
  }

  /** Change between the run forward and the sweep back; each keeps its place. */
  turn(forward) {
    if (forward === this.forward) return;
    this.pause();
    this.asking = null;
    this.forward = forward;
    this.tell();
  }

  /** The question that stands before a step, until it is answered. */
  questionBefore(position) {
    const stop = (this.story.stops ?? []).find((one) => one.step === position);
    return stop && !this.answers.has(stop.step) ? stop : null;
  }

  /** One step on, unless a question comes first. */
  advance() {
    const stop = this.questionBefore(this.position + 1);
    if (!stop) {
      this.move(this.position + 1);
      return;
    }
    this.pause();
    this.asking = stop;
    this.tell();
  }

  /** Keep an answer (null for "show me"), and show what happens. */
  answer(chosen) {
    const stop = this.asking;
    this.answers.set(stop.step, chosen);
    this.move(stop.step);
  }

  move(position) {
    if (this.asking) {
      this.asking = null;
      this.tell();
    }
    const p = clampPosition(position, this.story);
    if (this.forward) {
      this.ahead = p;
      this.tell();
      return;
    }
    if (p === this.model.get("position")) return;
    this.model.set("position", p);
    this.model.save_changes();
  }

  /** Go somewhere by hand: whoever steps does not want play to go on. */
  go(position) {
    this.pause();
    this.move(position);
  }

  play() {
    if (this.playing || !this.story.steps.length) return;
    this.playing = true;
    if (this.position >= this.story.steps.length) this.move(0);
    this.tick();
    this.tell();
  }

  pause() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.tell();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Next: by hand, one step. */
  step() {
    this.pause();
    if (!this.asking) this.advance();
  }

  tick() {
    this.advance();
    if (this.asking || this.position >= this.story.steps.length) this.pause();
    else this.timer = setTimeout(() => this.tick(), (prefersLessMotion() ? SLIDE : TRAVEL + REST) / this.speed);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.tell();
  }

  tell() {
    for (const view of this.views) view();
  }
}

function prefersLessMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/* ---------- building the document ---------- */

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function makeSvg(tag, attributes) {
  const element = document.createElementNS(SVG_NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const ICONS = {
  first: "M5 4h2.4v12H5zM16 4v12l-7.6-6z",
  previous: "M12.6 3.4 14.4 5.2 9.6 10l4.8 4.8-1.8 1.8L6 10z",
  next: "M7.4 3.4 5.6 5.2 10.4 10l-4.8 4.8 1.8 1.8L14 10z",
  play: "M6 4v12l9-6z",
  pause: "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z",
  last: "M12.6 4H15v12h-2.4zM4 4v12l7.6-6z",
};

function icon(name) {
  const svg = makeSvg("svg", { viewBox: "0 0 20 20", class: "adl-icon", "aria-hidden": "true" });
  svg.append(makeSvg("path", { d: ICONS[name] }));
  return svg;
}

function button(name, ...text) {
  const attributes = { type: "button", class: `adl-button adl-${name}` };
  if (!text.length) attributes["aria-label"] = WORDS[name];
  return make("button", attributes, ...(text.length ? text : [icon(name)]));
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/* ---------- the picture ---------- */

/** Read the SVG string; a picture never needs scripts, handlers, links or styles of its own here. */
function parsePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const element of root.querySelectorAll("script, style, foreignObject, a, image, use")) element.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...element.attributes]) {
      if (/^(on|href$|xlink:)/i.test(name)) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}

class Picture {
  constructor(svg) {
    this.svg = svg;
    // Lists, not maps: a constant with many uses is drawn again at each of them.
    this.nodes = this.index("g.adl-node", "data-node");
    this.edges = this.index("g.adl-edge", "data-edge");
    this.dot = makeSvg("circle", { class: "adl-dot", r: "7" });
    const width = parseFloat(svg.getAttribute("width"));
    if (width) svg.style.setProperty("--adl-natural", `${width}px`);
  }

  index(selector, attribute) {
    return [...this.svg.querySelectorAll(selector)].map((g) => [g.getAttribute(attribute), g]);
  }

  /** Values follow the story, so a moved slider needs no new picture. */
  showValues(story) {
    const values = new Map(story.nodes.map((node) => [node.id, node.value.text]));
    for (const [id, g] of this.nodes) {
      if (values.has(id)) setText(g.querySelector(".adl-value"), shorten(values.get(id), MOST.value));
    }
    setText(this.svg.querySelector(":scope > title"), story.title);
    setText(this.svg.querySelector(":scope > desc"), story.description);
  }

  show(state) {
    for (const [id, g] of this.nodes) {
      const share = state.shares[id];
      g.classList.toggle("adl-active", id === state.node);
      g.classList.toggle("adl-coming", state.hidden.has(id));
      g.classList.toggle("adl-receiving", id === state.to && id !== state.node);
      g.classList.toggle("adl-done", Boolean(share && share.arrived >= share.expected));
      setText(g.querySelector(".adl-gradient"), shorten(state.gradients[id] ?? "", MOST.gradient));
    }
    for (const [id, g] of this.edges) {
      g.classList.toggle("adl-flow", id === state.edge);
      g.classList.toggle("adl-done", id !== state.edge && id in state.labels);
      setText(g.querySelector(".adl-edge-label"), shorten(state.labels[id] ?? "", MOST.label));
    }
    // The moving edge lies on top of the others, below the boxes.
    const moving = this.edge(state.edge);
    const boxes = this.nodes[0]?.[1];
    if (moving && boxes && moving.nextElementSibling !== boxes) boxes.before(moving);
  }

  edge(id) {
    return this.edges.find(([own]) => own === id)?.[1];
  }

  node(id) {
    return this.nodes.find(([own]) => own === id)?.[1];
  }

  /** Place the travelling dot: part 0 is at the result, part 1 at the input. */
  moveDot(edge, part) {
    const g = this.edge(edge);
    const line = g && g.querySelector(".adl-line");
    if (!line) return;
    const eased = part * part * (3 - 2 * part);
    const point = line.getPointAtLength(line.getTotalLength() * (1 - eased));
    this.dot.setAttribute("cx", point.x);
    this.dot.setAttribute("cy", point.y);
    if (this.dot.parentNode !== g) g.append(this.dot);
  }

  /** Scroll the frame (never the page) to what happens. */
  reveal(frame, state) {
    if (frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight) return;
    const focus = this.edge(state.edge) || this.node(state.node) || this.node(state.to);
    if (!focus) return;
    const box = focus.getBoundingClientRect();
    const view = frame.getBoundingClientRect();
    const left = frame.scrollLeft + box.left + box.width / 2 - view.left - view.width / 2;
    const top = frame.scrollTop + box.top + box.height / 2 - view.top - view.height / 2;
    frame.scrollTo({ left, top, behavior: prefersLessMotion() ? "auto" : "smooth" });
  }
}

/* ---------- the view ---------- */

class View {
  constructor(model, el) {
    this.model = model;
    this.listening = new AbortController();
    this.transport = transports.get(model.get("story")) || new Transport(model);
    this.buildControls();
    this.buildPanels();
    this.root = make(
      "div",
      { class: "adl-player", role: "group" },
      this.frame,
      this.band,
      this.question,
      this.answers,
      this.controls,
      this.logPanel,
      this.tablePanel,
      this.programPanel,
      this.live,
    );
    // The notebook looks at the focused element itself before it looks at what is around it.
    const focusable = this.root.querySelectorAll("button, input, summary, [tabindex]");
    for (const one of [this.root, ...focusable]) one.dataset.lmSuppressShortcuts = "true";
    this.listen();
    this.onTheme();
    this.onStory();
    this.showTransport();
    el.append(this.root);
  }

  buildControls() {
    this.first = button("first");
    this.previous = button("previous");
    this.next = button("next", WORDS.next, icon("next"));
    this.playButton = button("play");
    this.last = button("last");
    this.scrub = make("input", { type: "range", class: "adl-scrub", min: "0", step: "1", "aria-label": WORDS.position });
    this.counter = make("span", { class: "adl-counter", "aria-hidden": "true" });
    this.speeds = Object.keys(WORDS.speeds).sort((a, b) => a - b).map((speed) => make(
      "button",
      { type: "button", class: "adl-button adl-speed", "data-speed": speed, "aria-label": WORDS.speeds[speed] },
      WORDS.speedMarks[speed],
    ));
    this.ways = Object.keys(WORDS.ways).map((way) => make(
      "button",
      { type: "button", class: "adl-button adl-speed adl-way", "data-way": way },
      WORDS.ways[way],
    ));
    this.wayGroup = make("div", { class: "adl-ways", role: "group", "aria-label": WORDS.way }, ...this.ways);
    this.controls = make(
      "div",
      { class: "adl-controls" },
      make("div", { class: "adl-scrubber" }, this.scrub, this.counter),
      make("div", { class: "adl-buttons" }, this.first, this.previous, this.next, this.playButton, this.last),
      this.wayGroup,
      make("div", { class: "adl-speeds", role: "group", "aria-label": WORDS.speed }, ...this.speeds),
    );
  }

  buildPanels() {
    this.frame = make("div", { class: "adl-frame", tabindex: "0", role: "group", "aria-label": WORDS.graph });
    this.caption = make("p", { class: "adl-caption" });
    this.sizer = make("p", { class: "adl-caption adl-sizer", "aria-hidden": "true" });
    this.band = make("div", { class: "adl-band" }, this.caption, this.sizer);
    this.question = make("div", { class: "adl-question", role: "group", hidden: "" });
    this.answers = make("ul", { class: "adl-answers", "aria-label": WORDS.answers, hidden: "" });
    this.log = make("ol", { class: "adl-log" });
    this.logPanel = make("details", { class: "adl-panel" }, make("summary", {}, WORDS.log), this.log);
    this.table = make("table", { class: "adl-table" });
    this.tablePanel = make(
      "details",
      { class: "adl-panel" },
      make("summary", {}, WORDS.values),
      make("div", { class: "adl-scroller" }, this.table),
    );
    this.program = make("pre", { class: "adl-program", tabindex: "0", "aria-label": WORDS.program });
    this.programPanel = make("details", { class: "adl-panel" }, make("summary", {}, WORDS.program), this.program);
    this.live = make("div", { class: "adl-live", role: "status", "aria-live": "polite" });
  }

  listen() {
    const { transport } = this;
    const { signal } = this.listening;
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(this.first, "click", () => transport.go(0));
    on(this.previous, "click", () => transport.go(transport.position - 1));
    on(this.next, "click", () => transport.step());
    on(this.last, "click", () => transport.go(transport.story.steps.length));
    on(this.playButton, "click", () => transport.toggle());
    for (const one of this.speeds) on(one, "click", () => transport.setSpeed(Number(one.dataset.speed)));
    for (const one of this.ways) on(one, "click", () => transport.turn(one.dataset.way === "forward"));
    on(this.scrub, "input", () => {
      transport.scrubbing = true;
      transport.go(this.scrub.valueAsNumber);
    });
    for (const type of ["change", "pointerup", "pointercancel", "blur"]) on(this.scrub, type, () => this.endScrub());
    on(this.root, "keydown", (event) => this.onKey(event));
    for (const panel of [this.logPanel, this.tablePanel, this.programPanel]) on(panel, "toggle", () => this.fillPanels());
    this.systemTheme = matchMedia("(prefers-color-scheme: dark)");
    on(this.systemTheme, "change", () => this.onTheme());
    this.labTheme = new MutationObserver(() => this.onTheme());
    this.labTheme.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });

    this.handlers = {
      "change:story": () => this.onStory(),
      "change:svg": () => this.onStory(),
      "change:position": () => this.onPosition(),
      "change:theme": () => this.onTheme(),
    };
    for (const [name, handler] of Object.entries(this.handlers)) this.model.on(name, handler);
    this.told = () => this.showTransport();
    transport.views.add(this.told);
  }

  destroy() {
    this.endTravel();
    clearTimeout(this.settling);
    this.listening.abort();
    this.labTheme.disconnect();
    for (const [name, handler] of Object.entries(this.handlers)) this.model.off(name, handler);
    this.transport.views.delete(this.told);
    if (!this.transport.views.size) {
      this.transport.pause();
      transports.delete(this.model.get("story"));
    }
    this.root.remove();
  }

  /* ----- what the learner does ----- */

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { transport } = this;
    const ownSpace = event.target.closest("button, summary, input");
    const actions = {
      ArrowRight: () => transport.step(),
      ArrowLeft: () => transport.go(transport.position - 1),
      Home: () => transport.go(0),
      End: () => transport.go(transport.story.steps.length),
      Escape: () => transport.pause(),
      " ": ownSpace && ownSpace !== this.scrub ? null : () => transport.toggle(),
    };
    const action = actions[event.key];
    if (!action || (event.key === "Escape" && !transport.playing)) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  endScrub() {
    if (!this.transport.scrubbing) return;
    this.transport.scrubbing = false;
    this.announce();
  }

  /* ----- what the model says ----- */

  onTheme() {
    const asked = this.model.get("theme");
    this.root.dataset.theme = resolveTheme(asked, document.body.dataset.jpThemeLight, this.systemTheme.matches);
  }

  onStory() {
    const before = this.story;
    const story = this.transport.story;
    this.endTravel();
    this.story = story;
    transports.set(this.model.get("story"), this.transport);
    this.wayGroup.hidden = !(this.model.get("story").forward ?? []).length;
    const turned = Boolean(before) && Boolean(before.isForward) !== Boolean(story.isForward);
    if (before && !turned && JSON.stringify(before.stops) !== JSON.stringify(story.stops)) this.transport.answers.clear();
    if (before && !turned && before.steps.length !== story.steps.length) {
      this.transport.pause();
      // A position that came along with the new story stands; the old one means nothing in it.
      if (this.model.get("position") === this.position) this.transport.move(0);
    }
    this.loadPicture(this.model.get("svg"));
    this.root.setAttribute("aria-label", fill(WORDS.player, { title: story.title }));
    this.root.classList.toggle("adl-still", story.steps.length === 0);
    this.programPanel.hidden = !story.program;
    this.scrub.max = String(story.steps.length);
    const captions = [invitation(story), ...story.steps.map((step) => step.caption)];
    setText(this.sizer, captions.reduce((longest, text) => (text.length > longest.length ? text : longest)));
    this.filled = null;
    this.position = this.transport.position;
    this.draw();
    // An explorer speaks for itself when its sliders rest.
    if (before && before !== story && !turned && !this.model.get("quiet")) this.announceWhenSettled();
  }

  loadPicture(text) {
    if (text !== this.loaded) {
      this.loaded = text;
      const svg = parsePicture(text);
      this.picture = svg && new Picture(svg);
      this.frame.replaceChildren(svg || make("p", { class: "adl-missing" }, WORDS.noPicture));
    }
    if (this.picture) this.picture.showValues(this.story);
  }

  onPosition() {
    // One message may bring both: then the position belongs to the new story.
    if (this.transport.story !== this.story) {
      this.onStory();
      return;
    }
    const before = this.position;
    const position = this.transport.position;
    if (position === before) return;
    this.endTravel();
    this.position = position;
    const step = position > 0 ? this.story.steps[position - 1] : null;
    const travels = position === before + 1 && step.edge && this.picture && !this.transport.scrubbing && !prefersLessMotion();
    this.draw(!travels);
    if (travels) this.startTravel(step.edge);
    if (this.picture) this.picture.reveal(this.frame, stateAt(this.story, position));
    if (!this.transport.scrubbing) this.announce();
  }

  /* ----- showing ----- */

  draw(arrived = true) {
    const state = stateAt(this.story, this.position, arrived);
    const all = this.story.steps.length;
    if (this.picture) this.picture.show(state);
    setText(this.caption, state.caption);
    // Not `disabled`: that would throw the keyboard's focus out of the player.
    for (const one of [this.first, this.previous]) one.setAttribute("aria-disabled", String(state.position === 0));
    for (const one of [this.next, this.last]) one.setAttribute("aria-disabled", String(state.position === all));
    this.scrub.value = String(state.position);
    const counter = fill(WORDS.counter, { now: state.position, all });
    this.scrub.setAttribute("aria-valuetext", counter);
    this.scrub.style.setProperty("--adl-part", all ? state.position / all : 0);
    setText(this.counter, counter);
    this.showAnswers();
    this.fillPanels(state);
  }

  startTravel(edge) {
    const duration = TRAVEL / this.transport.speed;
    const start = performance.now();
    const frame = () => {
      this.picture.moveDot(edge, Math.min((performance.now() - start) / duration, 1));
      this.frameRequest = requestAnimationFrame(frame);
    };
    frame();
    // A timer, not the last frame, ends the travel: a hidden page gets no frames.
    this.arrival = setTimeout(() => {
      this.endTravel();
      this.draw();
    }, duration);
  }

  endTravel() {
    clearTimeout(this.arrival);
    cancelAnimationFrame(this.frameRequest);
    if (this.picture) this.picture.dot.remove();
  }

  showTransport() {
    const { playing, speed } = this.transport;
    const name = playing ? "pause" : "play";
    if (this.playButton.dataset.shows !== name) {
      this.playButton.dataset.shows = name;
      this.playButton.setAttribute("aria-label", WORDS[name]);
      this.playButton.replaceChildren(icon(name));
    }
    for (const one of this.speeds) one.setAttribute("aria-pressed", String(Number(one.dataset.speed) === speed));
    for (const one of this.ways) {
      one.setAttribute("aria-pressed", String((one.dataset.way === "forward") === this.transport.forward));
    }
    this.showWay();
    this.showQuestion();
  }

  /** The run forward is the transport's own: no model tells of it. */
  showWay() {
    if (this.transport.story !== this.story) {
      const turned = Boolean(this.story) && Boolean(this.story.isForward) !== this.transport.forward;
      this.onStory();
      if (turned) this.announce();
    } else if (this.transport.forward) {
      this.onPosition();
    }
  }

  showQuestion() {
    const { asking } = this.transport;
    if (asking !== this.asked) {
      this.asked = asking;
      const had = this.question.contains(document.activeElement);
      this.question.replaceChildren();
      if (asking) {
        const choices = [...asking.options, WORDS.skip].map((text, index) => {
          const one = make("button", { type: "button", class: "adl-button adl-choice" }, text);
          one.dataset.lmSuppressShortcuts = "true";
          const chosen = index < asking.options.length ? index : null;
          one.addEventListener("click", () => this.transport.answer(chosen));
          return one;
        });
        this.question.append(make("p", {}, asking.question), make("div", { class: "adl-choices" }, ...choices));
        this.question.setAttribute("aria-label", asking.question);
        this.question.hidden = false;
        setText(this.live, asking.question);
        if (this.root.contains(document.activeElement)) choices[0].focus({ preventScroll: true });
      } else if (had) {
        this.next.focus({ preventScroll: true });
      }
    }
    this.question.hidden = !asking;
    this.showAnswers();
  }

  /** What was said before the steps that have happened, beside what came out. */
  showAnswers() {
    const { answers } = this.transport;
    const known = (this.story.stops ?? []).filter((stop) => answers.has(stop.step) && stop.step <= this.position);
    const items = known.map((stop) => {
      const chosen = answers.get(stop.step);
      const outcome = chosen === null ? "skipped" : chosen === stop.answer ? "right" : "wrong";
      const told = fill(WORDS.outcomes[outcome], {
        chosen: stop.options[chosen], answer: stop.options[stop.answer], why: stop.why });
      return make("li", { class: `adl-${outcome}` }, make("span", { class: "adl-asked" }, stop.question), " ", told);
    });
    this.answers.replaceChildren(...items);
    this.answers.hidden = items.length === 0;
  }

  announce() {
    clearTimeout(this.settling);
    const { caption, position } = stateAt(this.story, this.position);
    setText(this.live, fill(WORDS.spoken, { now: position, all: this.story.steps.length, caption }));
  }

  announceWhenSettled() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => setText(this.live, this.story.summary || this.story.description), SETTLED);
  }

  /** The panels are filled when open: a closed one costs nothing while a slider moves. */
  fillPanels(state = stateAt(this.story, this.position)) {
    if (this.logPanel.open) this.fillLog(state);
    if (this.tablePanel.open) this.fillTable(state);
    if (this.programPanel.open) this.fillProgram(state);
  }

  fillLog(state) {
    if (this.filled !== this.story) {
      this.filled = this.story;
      this.log.replaceChildren(...this.story.steps.map((step) => {
        const item = make("li", {}, step.caption);
        if (step.detail) item.append(" ", make("span", { class: "adl-detail" }, step.detail));
        return item;
      }));
    }
    for (const [index, item] of [...this.log.children].entries()) {
      item.classList.toggle("adl-coming", index >= state.position);
      if (index === state.position - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
  }

  fillProgram(state) {
    const text = this.story.program ?? "";
    if (this.printed !== text) {
      this.printed = text;
      this.program.replaceChildren(...text.split("\n").map((line) => make("code", {}, `${line}\n`)));
    }
    const current = state.position > 0 ? this.story.steps[state.position - 1].line : 0;
    for (const [index, line] of [...this.program.children].entries()) {
      if (index + 1 === current) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
  }

  fillTable(state) {
    const called = new Map(this.story.nodes.map((node) => [node.id, node.name || node.label]));
    const heads = WORDS.columns.map((word) => make("th", { scope: "col" }, word));
    const rows = this.story.nodes.map((node) => {
      const { text, data, dtype } = node.value;
      const full = data === null ? text : precise(data, dtype);
      const hidden = state.hidden.has(node.id);
      const value = make("td", { class: "adl-number" }, hidden ? DASH : text);
      if (full !== text && !hidden) value.append(" ", make("span", { class: "adl-full" }, full));
      const row = make(
        "tr",
        {},
        make("th", { scope: "row" }, node.title),
        make("td", {}, node.op || DASH),
        make("td", {}, node.inputs.map((id) => called.get(id) ?? id).join(WORDS.separator) || DASH),
        value,
        make("td", { class: "adl-number" }, state.gradients[node.id] ?? ""),
        make("td", {}, nodeState(node, state.shares)),
      );
      if (node.id === state.node) row.setAttribute("aria-current", "true");
      return row;
    });
    this.table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  }
}

/** Show a model in an element; the answer takes everything down again. */
function render({ model, el }) {
  const view = new View(model, el);
  return () => view.destroy();
}

export default { render };
