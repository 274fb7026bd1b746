/*
 * Looking closer: details of a value on hover and focus, a walk through the graph by keys, and a panel in which a
 * value can be nudged, one of its cells followed, a box folded or opened.
 */

const LINGER = 250; // milliseconds before details appear under the pointer, and before they go
const MORE = 40; // operations of a large fold that are opened at a time
const MOST_CELLS = 24; // cells that are offered as buttons; of a larger array one is chosen by its numbers

class Inspector {
  constructor(view) {
    this.view = view;
    this.words = view.words;
    this.chosen = ""; // the value that the panel tells of
    this.tip = make("div", { class: "adl-tip", role: "tooltip", hidden: "" });
    this.panel = make("section", { class: "adl-about", hidden: "" });
    this.tools = make("div", { class: "adl-tools", role: "group", "aria-label": this.words.boxes, hidden: "" });
    this.bar = make("div", { class: "adl-bar", hidden: "" });
  }

  get transport() {
    return this.view.transport;
  }

  get base() {
    return this.transport.base;
  }

  node(id) {
    return this.view.story.nodes.find((one) => one.id === id);
  }

  name(id) {
    const node = this.node(id);
    return node ? node.name || node.label || node.value.text : id;
  }

  listen(on) {
    on(this.tip, "pointerenter", () => clearTimeout(this.leaving));
    on(this.tip, "pointerleave", () => this.hideSoon());
  }

  destroy() {
    clearTimeout(this.coming);
    clearTimeout(this.leaving);
  }

  /** Make the boxes of a new picture answer to pointer and keys. */
  attach(picture) {
    if (this.picture === picture) return;
    this.picture = picture;
    this.hide();
    for (const [id, g] of picture.nodes) {
      g.setAttribute("tabindex", "-1");
      g.setAttribute("role", "button");
      g.dataset.lmSuppressShortcuts = "true";
      g.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.showSoon(id, g));
      g.addEventListener("pointerleave", () => this.hideSoon());
      g.addEventListener("focus", () => this.showTip(id, g));
      g.addEventListener("blur", () => this.hide());
      g.addEventListener("click", () => this.choose(id));
    }
    for (const g of picture.svg.querySelectorAll("g.adl-scope")) {
      const scope = this.base.scopes?.find((one) => one.id === g.dataset.scope);
      if (!scope?.foldable || !this.transport.has(this.foldPath(scope.id))) continue;
      g.classList.add("adl-foldable");
      g.addEventListener("click", () => this.transport.open(this.transport.foldKey(scope.id)));
    }
  }

  foldPath(scope, more = 0) {
    return this.transport.foldKey(scope, more);
  }

  /* ----- another story, other numbers, another position ----- */

  onStory() {
    // In another folding the same id is another value; new numbers of the same graph keep the panel open.
    const path = this.transport.inside.map((one) => one.key).join("/");
    if (path !== this.path || !this.node(this.chosen)) this.chosen = "";
    this.path = path;
    this.fillTools();
  }

  show(state) {
    this.state = state;
    for (const [id, g] of this.picture?.nodes ?? []) g.setAttribute("aria-label", this.describe(id));
    this.fillPanel();
    if (!this.tip.hidden) this.fillTip();
  }

  /** What is open inside the whole story, and what Python was asked for. */
  showBar() {
    const { inside, wanted, unanswered } = this.transport;
    const cell = inside.at(-1)?.key.startsWith("cell");
    const message = wanted ? this.words.waiting : unanswered;
    this.bar.hidden = !cell && !message;
    if (this.bar.hidden) return;
    const parts = [make("span", {}, message || inside.at(-1).story.title)];
    if (cell) {
      const back = button("whole", this.words.whole, this.words.whole);
      back.addEventListener("click", () => {
        this.transport.leave(inside.length - 1);
        this.view.frame.focus({ preventScroll: true });
      });
      parts.push(back);
    }
    this.bar.replaceChildren(...parts);
  }

  /* ----- details beside a box ----- */

  showSoon(id, g) {
    clearTimeout(this.leaving);
    clearTimeout(this.coming);
    this.coming = setTimeout(() => this.showTip(id, g), LINGER);
  }

  hideSoon() {
    clearTimeout(this.coming);
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hide(), LINGER);
  }

  hide() {
    clearTimeout(this.coming);
    clearTimeout(this.leaving);
    this.tip.hidden = true;
  }

  showTip(id, g) {
    clearTimeout(this.leaving);
    this.tipped = id;
    this.fillTip();
    this.tip.hidden = false;
    // Below its box, inside the player; above it where there is no room below.
    const root = this.view.root.getBoundingClientRect();
    const box = g.querySelector(".adl-box").getBoundingClientRect();
    const zoom = root.width / this.view.root.offsetWidth || 1;
    const left = (box.left + box.width / 2 - root.left) / zoom - this.tip.offsetWidth / 2;
    const most = this.view.root.clientWidth - this.tip.offsetWidth - 4;
    this.tip.style.left = `${Math.max(4, Math.min(left, most))}px`;
    this.tip.style.top = `${(box.bottom - root.top) / zoom + 34}px`;
  }

  fillTip() {
    const node = this.node(this.tipped);
    if (!node) return;
    const lines = [make("strong", {}, node.title)];
    if (!this.state.hidden.has(node.id)) lines.push(make("span", {}, this.valueText(node)));
    const gradient = this.gradientText(node);
    if (gradient) lines.push(make("span", {}, gradient));
    this.tip.replaceChildren(...lines);
  }

  valueText(node) {
    const { value } = node;
    if (!value.shape.length) return `${this.words.rows.value}: ${fullText(value, this.words)} (${value.dtype})`;
    const shape = `(${value.shape.join(", ")}${value.shape.length === 1 ? "," : ""})`;
    const told = value.range ? fullText({ ...value, data: null }, this.words) : value.text.replace(shape, "");
    const form = fill(this.words.form, { shape, dtype: value.dtype });
    return `${this.words.rows.value}: ${told ? `${told}. ` : ""}${form}`;
  }

  gradientText(node) {
    const gradient = this.state.gradients[node.id];
    if (!gradient) return "";
    const what = this.view.story.way === "tangents" ? this.words.rows.tangent : this.words.rows.gradient;
    return `${what}: ${gradient} (${nodeState(node, this.state.shares, this.words)})`;
  }

  /** A box in one sentence, for those who hear the graph. */
  describe(id) {
    const node = this.node(id);
    if (!node) return "";
    const inputs = node.inputs.map((one) => this.name(one)).join(this.words.separator);
    const told = node.value.range ? `${node.value.text}, ${fullText({ ...node.value, data: null }, this.words)}` : node.value.text;
    const value = this.state.hidden.has(id) ? "" : `${this.words.rows.value} ${told}`;
    const from = inputs && `${this.words.rows.inputs} ${inputs}`;
    return [node.title, node.op, from, value, this.gradientText(node)].filter(Boolean).join(". ");
  }

  /* ----- a walk through the graph ----- */

  get walking() {
    return this.picture?.nodes.find(([, g]) => g === document.activeElement)?.[0] ?? "";
  }

  /** Take a key, if it belongs to the walk. */
  onKey(event) {
    if (event.key === "Escape" && !this.tip.hidden && !this.walking) {
      this.hide();
      return true;
    }
    const here = this.walking;
    if (!here) {
      if (event.key !== "Enter" || event.target !== this.view.frame || !this.picture) return false;
      const { story } = this.view;
      this.walkTo(this.chosen || this.state.node || story.targets[0] || story.nodes[0]?.id);
      setText(this.view.live, this.words.walk);
      return true;
    }
    const nodes = this.view.story.nodes;
    const at = nodes.findIndex((one) => one.id === here);
    const steps = {
      ArrowLeft: () => nodes[at].inputs[0],
      ArrowRight: () => nodes.find((one) => one.inputs.includes(here))?.id,
      ArrowUp: () => nodes[at - 1]?.id,
      ArrowDown: () => nodes[at + 1]?.id,
      Home: () => nodes[0].id,
      End: () => nodes.at(-1).id,
    };
    if (event.key in steps) this.walkTo(steps[event.key]());
    else if (event.key === "Enter" || event.key === " ") this.choose(here, true);
    else if (event.key === "Escape" && !this.tip.hidden) this.hide();
    else if (event.key === "Escape") this.view.frame.focus({ preventScroll: true });
    else return false;
    return true;
  }

  walkTo(id) {
    const g = this.picture.node(id);
    if (!g) return;
    g.focus({ preventScroll: true });
    this.picture.reveal(this.view.frame, { edge: "", node: id, to: "" }, true);
    this.showTip(id, g);
  }

  /* ----- the panel about a value ----- */

  choose(id, byKey = false) {
    this.hide();
    this.chosen = this.chosen === id && !byKey ? "" : id;
    this.built = "";
    this.fillPanel();
    if (byKey && this.chosen) this.panel.querySelector("button")?.focus();
  }

  close() {
    const g = this.picture?.node(this.chosen);
    this.chosen = "";
    this.fillPanel();
    (g ?? this.view.frame).focus({ preventScroll: true });
    this.hide();
  }

  fillPanel() {
    const node = this.chosen && this.node(this.chosen);
    this.panel.hidden = !node;
    for (const [id, g] of this.picture?.nodes ?? []) g.classList.toggle("adl-chosen", Boolean(node) && id === node.id);
    if (!node) {
      this.panel.replaceChildren();
      this.built = "";
      return;
    }
    // Built once for a value; afterwards only its numbers change, so that the focus stays where it is.
    const content = JSON.stringify([node.id, node.title, node.value.shape, this.base.nudges?.[node.id], this.path]);
    if (this.built !== content) {
      this.built = content;
      const label = fill(this.words.about, { name: node.name || node.label });
      this.panel.setAttribute("aria-label", label);
      const shut = button("close", this.words.close, "×");
      shut.setAttribute("aria-label", this.words.close);
      shut.addEventListener("click", () => this.close());
      this.rows = make("dl", { class: "adl-rows" });
      const head = make("div", { class: "adl-about-head" }, make("strong", {}, node.title), shut);
      const note = fill(this.words.constant, { name: node.name || node.label || node.value.text });
      const notes = node.role === "constant" ? [make("p", { class: "adl-nudged" }, note)] : [];
      this.panel.replaceChildren(head, this.rows, ...notes, ...this.nudges(node), ...this.cells(node), ...this.boxes(node));
    }
    this.fillRows(node);
  }

  fillRows(node) {
    const { rows } = this.words;
    const { story, position } = this.view;
    const lines = [];
    if (node.op) lines.push([rows.operation, node.op]);
    if (node.inputs.length) lines.push([rows.inputs, node.inputs.map((id) => this.name(id)).join(this.words.separator)]);
    if (!this.state.hidden.has(node.id)) lines.push([rows.value, this.valueText(node).slice(rows.value.length + 2)]);
    const gradient = this.gradientText(node);
    if (gradient) {
      const [name] = gradient.split(": ");
      lines.push([name, gradient.slice(name.length + 2)]);
    }
    for (const step of story.steps.slice(0, position)) {
      if (step.kind !== "share" || step.to !== node.id) continue;
      const sum = step.local ? `${step.upstream.text} × ${step.local.text} = ${step.share.text}` : step.share.text;
      lines.push([fill(rows.from, { node: this.name(step.node) }), sum]);
    }
    const told = JSON.stringify(lines);
    if (this.rows.dataset.told === told) return;
    this.rows.dataset.told = told;
    this.rows.replaceChildren(...lines.map(([name, text]) => make("div", {}, make("dt", {}, name), make("dd", {}, text))));
  }

  /** Nudge this value: what its gradient predicts, beside what happens. */
  nudges(node) {
    const offered = this.base.nudges?.[node.id];
    if (!offered) return [];
    const label = fill(this.words.nudge, { name: node.name || node.label });
    const said = make("p", { class: "adl-nudged", role: "status" });
    const buttons = offered.map((one, index) => {
      const made = button("choice", one.by, one.by);
      made.setAttribute("aria-pressed", "false");
      made.addEventListener("click", () => {
        for (const [i, other] of buttons.entries()) other.setAttribute("aria-pressed", String(i === index));
        setText(said, one.caption);
      });
      return made;
    });
    return [make("div", { class: "adl-choices", role: "group", "aria-label": label }, make("span", {}, label), ...buttons), said];
  }

  /** Choose one cell of an array to follow. */
  cells(node) {
    const { shape, data } = node.value;
    const fold = this.base.folds?.some((one) => one.node === node.id);
    if (!this.base.steps.length || !shape.length || fold || this.view.transport.inside.at(-1)?.key.startsWith("cell")) return [];
    const label = fill(this.words.follow, { name: node.name || node.label });
    const key = (index) => `cell ${node.id} ${index.join(",")}`;
    if (shape.reduce((all, one) => all * one, 1) <= MOST_CELLS && data !== null) {
      const found = [];
      const collect = (cells, index) => {
        if (index.length < shape.length) cells.forEach((cell, i) => collect(cell, [...index, i]));
        else if (this.transport.has(this.transport.pathTo(key(index)))) found.push([index, cells]);
      };
      collect(data, []);
      if (!found.length) return [];
      const grid = make("div", { class: "adl-cells", role: "group", "aria-label": label });
      grid.style.setProperty("--adl-columns", shape.at(-1));
      for (const [index, cell] of found) {
        const made = button("choice", "", precise(Number(Number(cell).toPrecision(4)), node.value.dtype));
        made.setAttribute("aria-label", `[${index.join(", ")}]`);
        made.title = `[${index.join(", ")}]`;
        made.addEventListener("click", () => this.transport.open(key(index)));
        grid.append(made);
      }
      return [make("p", { class: "adl-follow" }, label), make("div", { class: "adl-scroller" }, grid)];
    }
    if (!this.view.model.get("asks")) return [];
    const fields = shape.map((length, axis) => {
      const name = fill(this.words.axis, { number: axis, last: length - 1 });
      return make("input", { type: "number", min: "0", max: String(length - 1), value: "0", "aria-label": name, title: name, "data-lm-suppress-shortcuts": "true" });
    });
    const go = button("choice", this.words.followGo, this.words.followGo);
    go.addEventListener("click", () => {
      const index = fields.map((one, axis) => Math.min(Math.max(Math.round(one.valueAsNumber) || 0, 0), shape[axis] - 1));
      this.transport.open(key(index));
    });
    return [make("div", { class: "adl-choices", role: "group", "aria-label": label }, make("span", {}, label), ...fields, go)];
  }

  /** Open or fold the box that this value stands for, or stands in. */
  boxes(node) {
    const found = [];
    const fold = this.base.folds?.find((one) => one.node === node.id);
    const offer = (pattern, name, key) => {
      if (!this.transport.has(key)) return;
      const text = fill(pattern, { name });
      const made = button("choice", text, text);
      made.addEventListener("click", () => {
        this.transport.open(key);
        this.view.frame.focus({ preventScroll: true });
      });
      found.push(made);
    };
    if (fold?.scope) offer(this.words.unfold, node.name, this.transport.foldKey(fold.scope));
    else if (fold) offer(this.words.unfoldMore, "", this.transport.foldKey("", MORE));
    const scope = this.base.scopes?.find((one) => one.id === node.scope);
    if (scope?.foldable) offer(this.words.fold, scope.name, this.transport.foldKey(scope.id));
    return found.length ? [make("div", { class: "adl-choices" }, ...found)] : [];
  }

  /** One switch for each scope that can be folded: the same as a click on its box, for keys. */
  fillTools() {
    const whole = this.view.model.get("story");
    const { base } = this;
    const open = (base.scopes ?? []).filter((one) => one.foldable);
    const shut = (base.folds ?? []).filter((one) => one.scope);
    const names = new Map((whole.scopes ?? []).map((one) => [one.id, one.name]));
    const made = [...open.map((one) => [one.id, true]), ...shut.map((one) => [one.scope, false])]
      .filter(([id]) => this.transport.has(this.transport.foldKey(id)) || this.transport.foldKey(id) === "folds  0")
      .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
      .map(([id, isOpen]) => {
        const name = names.get(id) ?? this.base.nodes.find((n) => n.id === shut.find((f) => f.scope === id)?.node)?.name ?? id;
        const one = button("fold", name, make("span", { "aria-hidden": "true" }, isOpen ? "▾ " : "▸ "), name);
        one.setAttribute("aria-expanded", String(isOpen));
        one.dataset.scope = id;
        one.addEventListener("click", () => this.transport.open(this.transport.foldKey(id)));
        return one;
      });
    const had = this.tools.contains(document.activeElement) ? document.activeElement.dataset.scope : "";
    this.tools.hidden = made.length === 0;
    this.tools.replaceChildren(...made);
    if (had) (made.find((one) => one.dataset.scope === had) ?? this.view.frame).focus({ preventScroll: true });
  }
}
