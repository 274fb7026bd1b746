/*
 * What a story shows at a position: plain data in, plain data out, no document.
 *
 * Position p (0 to the number of steps) means: steps[0] to steps[p - 1] have happened.
 */

const DASH = "–";

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
export function stateAt(story, position, words, arrived = true) {
  const bare = story.steps.length === 0;
  const p = clampPosition(position, story);
  const waiting = {};
  for (const node of story.nodes) {
    const fixed = bare || node.gradient === "" || (node.connected === false && story.way !== "tangents");
    waiting[node.id] = fixed ? node.gradient : DASH;
  }
  let gradients = { ...waiting };
  let shares = {};
  let labels = {};
  let charts = {};
  for (const [index, step] of story.steps.slice(0, p).entries()) {
    if (step.again) {
      gradients = { ...waiting };
      shares = {};
      labels = {};
      charts = {};
    }
    if (step.edge) labels[step.edge] = step.edge_label;
    if (index === p - 1 && !arrived) continue;
    Object.assign(gradients, step.gradients);
    if (step.to && step.total?.chart) charts[step.to] = step.total.chart;
    if (step.to) shares[step.to] = { arrived: step.arrived, expected: step.expected };
  }
  const step = p > 0 ? story.steps[p - 1] : null;
  const come = new Set(story.steps.slice(0, p).map((one) => one.node));
  const hidden = story.way === "forward" ? story.nodes.filter((n) => n.role !== "constant" && !come.has(n.id)) : [];
  return {
    position: p,
    gradients,
    shares,
    labels,
    charts,
    hidden: new Set(hidden.map((node) => node.id)),
    node: step ? step.node : "",
    edge: step ? step.edge : "",
    to: step ? step.to : "",
    caption: step ? step.caption : invitation(story, words),
  };
}

function invitation(story, words) {
  if (!story.steps.length) return story.description;
  const target = story.nodes.find((node) => node.id === story.targets[0]);
  const name = target ? target.name || target.label : "";
  return fill(words.invitations[story.way ?? "backward"], { target: name });
}

const told = new WeakMap();

/** The same story told another way: values arrive, or tangents are pushed along the edges. */
export function tellStory(story, way) {
  if (way === "backward") return story;
  if (!told.has(story)) told.set(story, {});
  const ways = told.get(story);
  const blank = { edge: "", to: "", edge_label: "", gradients: {}, detail: "", line: 0, arrived: 0, expected: 0 };
  if (!ways[way]) {
    const steps = way === "forward" ? story.forward ?? [] : story.tangents?.steps ?? [];
    const full = steps.map((step) => ({ kind: "value", ...blank, ...step, again: step.kind === "start" }));
    ways[way] = { ...story, steps: full, stops: [], way };
  }
  return ways[way];
}

/** The position at which another folding of the same sweep shows the same moment. */
export function sameMoment(from, position, to) {
  if (position === 0) return 0;
  if (position >= from.steps.length) return to.steps.length;
  const step = from.steps[position - 1];
  const found = to.steps.findIndex((one) => one.kind === step.kind && one.done >= step.done);
  if (step.kind === "start") return Math.min(position, to.steps.length);
  return found < 0 ? to.steps.length : found + 1;
}

/** The state of a node in a word or two, for the table. */
export function nodeState(node, shares, words) {
  if (node.connected === false) return words.states.unconnected;
  if (node.role === "constant") return words.states.constant;
  const share = shares[node.id];
  if (!share) return words.states.notYet;
  return share.arrived >= share.expected ? words.states.ready : fill(words.states.partly, share);
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

/** A value in full, where the story carries its numbers; else its range. */
export function fullText(cell, words) {
  if (cell.data !== null) return precise(cell.data, cell.dtype);
  if (!cell.range) return cell.text;
  const [low, mean, high] = cell.range;
  return fill(low === high ? words.rangeSame : words.range, { low, mean, high });
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
