/*
 * The player: plays a backward sweep from a story (plain data) and a picture (an SVG string).
 *
 * Plain JavaScript, without a build step and without a dependency: the files of this folder are joined into one
 * ES module. The Jupyter widget loads it as it is; the saved page contains it as it is. Every word comes with the
 * model, in the language of its story.
 */

const SETTLED = 600; // a slider counts as at rest after this long

class View {
  constructor(model, el) {
    this.model = model;
    this.listening = new AbortController();
    this.transport = transports.get(model.get("story")) || new Transport(model);
    this.words = model.get("words");
    this.inspector = new Inspector(this);
    this.buildControls();
    this.buildPanels();
    this.root = make(
      "div",
      { class: "adl-player", role: "group", lang: model.get("lang") },
      this.inspector.bar,
      this.frame,
      this.inspector.tools,
      this.band,
      this.runs,
      this.question,
      this.answers,
      this.controls,
      this.inspector.panel,
      this.logPanel,
      this.tablePanel,
      this.programPanel,
      this.live,
      this.inspector.tip,
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
    const { words } = this;
    this.first = button("first", words.first);
    this.previous = button("previous", words.previous);
    this.next = button("next", words.next, words.next, icon("next"));
    this.playButton = button("play", words.play);
    this.last = button("last", words.last);
    this.scrub = make("input", { type: "range", class: "adl-scrub", min: "0", step: "1", "aria-label": this.words.position });
    this.counter = make("span", { class: "adl-counter", "aria-hidden": "true" });
    this.speeds = Object.keys(this.words.speeds).sort((a, b) => a - b).map((speed) => make(
      "button",
      { type: "button", class: "adl-button adl-speed", "data-speed": speed, "aria-label": this.words.speeds[speed] },
      this.words.speedMarks[speed],
    ));
    this.ways = Object.keys(this.words.ways).map((way) => make(
      "button",
      { type: "button", class: "adl-button adl-speed adl-way", "data-way": way },
      this.words.ways[way],
    ));
    this.settings = ["slopes", "still", "large"].map((name) => make(
      "button",
      { type: "button", class: "adl-button adl-speed", "data-setting": name },
      words[name],
    ));
    this.wayGroup = make("div", { class: "adl-ways", role: "group", "aria-label": this.words.way }, ...this.ways);
    this.controls = make(
      "div",
      { class: "adl-controls" },
      make("div", { class: "adl-scrubber" }, this.scrub, this.counter),
      make("div", { class: "adl-buttons" }, this.first, this.previous, this.next, this.playButton, this.last),
      this.wayGroup,
      make("div", { class: "adl-speeds", role: "group", "aria-label": words.speed }, ...this.speeds),
      make("div", { class: "adl-speeds", role: "group", "aria-label": words.view }, ...this.settings),
    );
  }

  buildPanels() {
    this.frame = make("div", { class: "adl-frame", tabindex: "0", role: "group", "aria-label": this.words.graph });
    this.caption = make("p", { class: "adl-caption" });
    this.sizer = make("p", { class: "adl-caption adl-sizer", "aria-hidden": "true" });
    this.band = make("div", { class: "adl-band" }, this.caption, this.sizer);
    this.runs = make("p", { class: "adl-runs", hidden: "" });
    this.question = make("div", { class: "adl-question", role: "group", hidden: "" });
    this.answers = make("ul", { class: "adl-answers", "aria-label": this.words.answers, hidden: "" });
    this.log = make("ol", { class: "adl-log" });
    this.logPanel = make("details", { class: "adl-panel" }, make("summary", {}, this.words.log), this.log);
    this.table = make("table", { class: "adl-table" });
    this.tablePanel = make(
      "details",
      { class: "adl-panel" },
      make("summary", {}, this.words.values),
      make("div", { class: "adl-scroller" }, this.table),
    );
    this.program = make("pre", { class: "adl-program", tabindex: "0", "aria-label": this.words.program });
    this.programPanel = make("details", { class: "adl-panel" }, make("summary", {}, this.words.program), this.program);
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
    for (const one of this.speeds) on(one, "click", () => transport.set("speed", Number(one.dataset.speed)));
    for (const one of this.settings) {
      const name = one.dataset.setting;
      on(one, "click", () => transport.set(name, !transport[name]));
    }
    for (const one of this.ways) on(one, "click", () => transport.turn(one.dataset.way));
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

    this.inspector.listen(on);
    this.handlers = {
      "msg:custom": (message) => transport.hear(message),
      "change:story": () => this.onNews(),
      "change:svg": () => this.onNews(),
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
    this.inspector.destroy();
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
    if (this.inspector.onKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const { transport } = this;
    const ownSpace = event.target.closest("button, summary, input");
    if (event.target.matches("input[type=number]")) return;
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

  /** Something came from outside: it closes what was open inside. */
  onNews() {
    if (this.transport.inside.length && this.model.get("story") !== this.whole) this.transport.reset();
    this.onStory();
  }

  onStory() {
    const before = this.story;
    const story = this.transport.story;
    this.endTravel();
    this.story = story;
    this.whole = this.model.get("story");
    transports.set(this.whole, this.transport);
    const inside = this.transport.shelf.replace(/\|.*/, "");
    const turned = Boolean(before) && (before.way !== story.way || this.inside !== inside);
    this.inside = inside;
    for (const one of this.ways) {
      const { way } = one.dataset;
      one.hidden = way !== "backward" && !tellStory(this.transport.base, way).steps.length;
    }
    const [slopes] = this.settings;
    slopes.hidden = !story.edges.some((edge) => edge.slope);
    this.wayGroup.hidden = this.ways.filter((one) => !one.hidden).length < 2;
    if (before && !turned && JSON.stringify(before.stops) !== JSON.stringify(story.stops)) this.transport.answers.clear();
    if (before && !turned && before.steps.length !== story.steps.length) {
      this.transport.pause();
      // A position that came along with the new story stands; the old one means nothing in it.
      if (!this.transport.shelf && this.model.get("position") === this.position) this.transport.move(0);
    }
    this.loadPicture(this.transport.svg);
    this.root.setAttribute("aria-label", fill(this.words.player, { title: story.title }));
    this.root.classList.toggle("adl-still", story.steps.length === 0);
    this.programPanel.hidden = !story.program;
    this.runs.hidden = story.way !== "tangents";
    setText(this.runs, this.runs.hidden ? "" : story.tangents.counter);
    this.scrub.max = String(story.steps.length);
    const captions = [invitation(story, this.words), ...story.steps.map((step) => step.caption)];
    setText(this.sizer, captions.reduce((longest, text) => (text.length > longest.length ? text : longest)));
    this.filled = null;
    this.position = this.transport.position;
    this.inspector.onStory();
    this.draw();
    // An explorer speaks for itself when its sliders rest.
    if (before && before !== story && !turned && !this.model.get("quiet")) this.announceWhenSettled();
  }

  loadPicture(text) {
    if (text !== this.loaded) {
      this.loaded = text;
      const svg = parsePicture(text);
      this.picture = svg && new Picture(svg);
      this.picture?.showSlopes(this.transport.slopes);
      this.frame.replaceChildren(svg || make("p", { class: "adl-missing" }, this.words.noPicture));
    }
    if (this.picture) this.picture.showValues(this.story);
    if (this.picture) this.inspector.attach(this.picture);
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
    const travels = position === before + 1 && step.edge && this.picture && !this.transport.scrubbing && !this.transport.calm;
    this.draw(!travels);
    if (travels) this.startTravel(step.edge);
    if (this.picture) this.picture.reveal(this.frame, stateAt(this.story, position, this.words), this.transport.calm);
    if (!this.transport.scrubbing) this.announce();
  }

  /* ----- showing ----- */

  draw(arrived = true) {
    const state = stateAt(this.story, this.position, this.words, arrived);
    const all = this.story.steps.length;
    if (this.picture) this.picture.show(state, this.story.way === "tangents");
    setText(this.caption, state.caption);
    // Not `disabled`: that would throw the keyboard's focus out of the player.
    for (const one of [this.first, this.previous]) one.setAttribute("aria-disabled", String(state.position === 0));
    for (const one of [this.next, this.last]) one.setAttribute("aria-disabled", String(state.position === all));
    this.scrub.value = String(state.position);
    const counter = fill(this.words.counter, { now: state.position, all });
    this.scrub.setAttribute("aria-valuetext", counter);
    this.scrub.style.setProperty("--adl-part", all ? state.position / all : 0);
    setText(this.counter, counter);
    this.showAnswers();
    this.inspector.show(state);
    this.fillPanels(state);
  }

  startTravel(edge) {
    const duration = TRAVEL / this.transport.speed;
    const start = performance.now();
    const frame = () => {
      const part = Math.min((performance.now() - start) / duration, 1);
      this.picture.moveDot(edge, part, this.story.way === "tangents");
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
    const { playing, speed, still, large, slopes } = this.transport;
    const name = playing ? "pause" : "play";
    if (this.playButton.dataset.shows !== name) {
      this.playButton.dataset.shows = name;
      this.playButton.setAttribute("aria-label", this.words[name]);
      this.playButton.replaceChildren(icon(name));
    }
    for (const one of this.speeds) one.setAttribute("aria-pressed", String(Number(one.dataset.speed) === speed));
    for (const one of this.ways) {
      one.setAttribute("aria-pressed", String(one.dataset.way === this.transport.way));
    }
    for (const one of this.settings) one.setAttribute("aria-pressed", String(this.transport[one.dataset.setting]));
    this.root.classList.toggle("adl-large", large);
    this.picture?.showSlopes(slopes);
    this.root.classList.toggle("adl-calm", still);
    this.inspector.showBar();
    this.showWay();
    this.showQuestion();
  }

  /** Other ways and stories inside are the transport's own: no model tells of them. */
  showWay() {
    if (this.transport.story !== this.story) {
      const known = Boolean(this.story);
      this.onStory();
      if (known) this.announce();
    } else if (this.transport.shelf) {
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
        const choices = [...asking.options, this.words.skip].map((text, index) => {
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
      const told = fill(this.words.outcomes[outcome], {
        chosen: stop.options[chosen], answer: stop.options[stop.answer], why: stop.why });
      return make("li", { class: `adl-${outcome}` }, make("span", { class: "adl-asked" }, stop.question), " ", told);
    });
    this.answers.replaceChildren(...items);
    this.answers.hidden = items.length === 0;
  }

  announce() {
    clearTimeout(this.settling);
    const { caption, position } = stateAt(this.story, this.position, this.words);
    setText(this.live, fill(this.words.spoken, { now: position, all: this.story.steps.length, caption }));
  }

  announceWhenSettled() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => setText(this.live, this.story.summary || this.story.description), SETTLED);
  }

  /** The panels are filled when open: a closed one costs nothing while a slider moves. */
  fillPanels(state = stateAt(this.story, this.position, this.words)) {
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
    const heads = this.words.columns.map((word) => make("th", { scope: "col" }, word));
    const rows = this.story.nodes.map((node) => {
      const { text } = node.value;
      const full = fullText(node.value, this.words);
      const hidden = state.hidden.has(node.id);
      const value = make("td", { class: "adl-number" }, hidden ? DASH : text);
      if (full !== text && !hidden) value.append(" ", make("span", { class: "adl-full" }, full));
      const row = make(
        "tr",
        {},
        make("th", { scope: "row" }, node.title),
        make("td", {}, node.op || DASH),
        make("td", {}, node.inputs.map((id) => called.get(id) ?? id).join(this.words.separator) || DASH),
        value,
        make("td", { class: "adl-number" }, state.gradients[node.id] ?? ""),
        make("td", {}, nodeState(node, state.shares, this.words)),
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
