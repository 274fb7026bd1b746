/* The picture of a story: an SVG string made live. */

const MOST = { value: 24, gradient: 16, label: 16 }; // characters that the picture has room for

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
  root.setAttribute("role", "group"); // its boxes can be walked through
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
    const slopes = new Map(story.edges.map((edge) => [edge.id, edge.slope]));
    for (const [id, g] of this.edges) setText(g.querySelector(".adl-slope"), slopes.get(id) ?? "");
    const charts = new Map(story.nodes.map((node) => [node.id, node.value.chart]));
    for (const node of story.nodes) {
      for (const [id, g] of this.nodes) if (id === node.id) setText(g.querySelector(".adl-range"), rangeLine(node.value));
    }
    const most = largestOf([...charts.values()]);
    for (const [id, g] of this.nodes) {
      const chart = charts.get(id);
      drawChart(g.querySelector(".adl-value-chart"), chart, scaleOf(chart, most, chart?.most), false);
    }
    const all = story.steps.filter((step) => step.total?.chart);
    this.most = largestOf(all.map((step) => step.total.chart));
    this.mostOf = (id) => largestOf(all.filter((step) => step.to === id).map((step) => step.total.chart));
    setText(this.svg.querySelector(":scope > title"), story.title);
    setText(this.svg.querySelector(":scope > desc"), story.description);
  }

  /** Write the local derivatives on edges at rest, where there is room. */
  showSlopes(shown) {
    for (const [, g] of this.edges) g.classList.toggle("adl-sloped", shown);
  }

  show(state, forwards = false) {
    this.svg.classList.toggle("adl-forwards", forwards);
    for (const [id, g] of this.nodes) {
      const share = state.shares[id];
      g.classList.toggle("adl-active", id === state.node);
      g.classList.toggle("adl-coming", state.hidden.has(id));
      g.classList.toggle("adl-receiving", id === state.to && id !== state.node);
      g.classList.toggle("adl-done", Boolean(share && share.arrived >= share.expected));
      setText(g.querySelector(".adl-gradient"), shorten(state.gradients[id] ?? "", MOST.gradient));
      const chart = state.charts[id];
      const place = g.querySelector(".adl-gradient-chart");
      if (place) {
        drawChart(place, chart, scaleOf(chart, this.most, this.mostOf(id)), true);
        g.querySelector(".adl-gradient").setAttribute("x", chart ? place.dataset.beside : place.dataset.alone);
      }
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

  /** Place the travelling dot: part 0 is where it starts; backwards that is the result. */
  moveDot(edge, part, forwards = false) {
    const g = this.edge(edge);
    const line = g && g.querySelector(".adl-line");
    if (!line) return;
    const eased = part * part * (3 - 2 * part);
    const point = line.getPointAtLength(line.getTotalLength() * (forwards ? eased : 1 - eased));
    this.dot.setAttribute("cx", point.x);
    this.dot.setAttribute("cy", point.y);
    if (this.dot.parentNode !== g) g.append(this.dot);
  }

  /** Scroll the frame (never the page) to what happens. */
  reveal(frame, state, calm) {
    if (frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight) return;
    const focus = this.edge(state.edge) || this.node(state.node) || this.node(state.to);
    if (!focus) return;
    const box = focus.getBoundingClientRect();
    const view = frame.getBoundingClientRect();
    const left = frame.scrollLeft + box.left + box.width / 2 - view.left - view.width / 2;
    const top = frame.scrollTop + box.top + box.height / 2 - view.top - view.height / 2;
    frame.scrollTo({ left, top, behavior: calm ? "auto" : "smooth" });
  }
}
