/*
 * Where a player is and where it goes: one owner of the timer for each model.
 *
 * The position of the sweep lives in the model, so two views of one model show the same moment. The places in the
 * run forward, in the tangents, in a fold or in the story of one cell are the transport's own.
 */

const TRAVEL = 500; // milliseconds along the edge at normal speed
const REST = 400; // then a rest, before play goes on
const SLIDE = 2200; // a step of play when the reader asked for less motion
const PATIENCE = 6000; // milliseconds until a question to Python counts as not answered

// Every view of a widget gets a model object of its own, so the story, which they share, is the key.
const transports = new WeakMap();

function prefersLessMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

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
    this.way = "backward";
    this.places = new Map();
    this.inside = []; // stories opened inside the whole one: other folds, then one cell
    this.still = false;
    this.large = false;
    this.slopes = false; // whether edges at rest tell their local derivatives
    this.wanted = ""; // what Python was asked for
    this.unanswered = "";
  }

  get words() {
    return this.model.get("words");
  }

  /** The story that is open, told backward. */
  get base() {
    return this.inside.at(-1)?.story ?? this.model.get("story");
  }

  get svg() {
    return this.inside.at(-1)?.svg ?? this.model.get("svg");
  }

  get story() {
    return tellStory(this.base, this.way);
  }

  /** Where the place in the open story is kept; "" stands for the model. */
  get shelf() {
    const path = this.inside.map((one) => one.key).join("/");
    return path || this.way !== "backward" ? `${path}|${this.way}` : "";
  }

  get position() {
    const place = this.shelf ? this.places.get(this.shelf) ?? 0 : this.model.get("position");
    return clampPosition(place, this.story);
  }

  get calm() {
    return this.still || prefersLessMotion();
  }

  /** Change between the run forward, the tangents and the sweep back; each keeps its place. */
  turn(way) {
    if (way === this.way) return;
    this.pause();
    this.asking = null;
    this.way = way;
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
    if (this.shelf) {
      this.places.set(this.shelf, p);
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
    else this.timer = setTimeout(() => this.tick(), (this.calm ? SLIDE : TRAVEL + REST) / this.speed);
  }

  /** Change a setting of the view: speed, still, large. */
  set(name, value) {
    this[name] = value;
    this.tell();
  }

  /* ----- stories inside the story: folds, and one cell ----- */

  /** The ids of the scopes that are shut, and how many operations of a large fold are open. */
  get folds() {
    const [, shut = "", opened = "0"] = (this.inside[0]?.key ?? "").match(/^folds (\S*) (\d+)$/) ?? [];
    return { shut: new Set(shut.split(",").filter(Boolean)), opened: Number(opened) };
  }

  /** Whether a story inside can be had: from the page itself, or from Python. */
  has(key) {
    return Boolean(this.model.get("asks") || this.model.get("inner")?.[key]);
  }

  pathTo(key) {
    const outer = this.inside.filter((one) => one.key.startsWith("folds") && key.startsWith("cell"));
    return [...outer.map((one) => one.key), key].join("/");
  }

  /** The key of the folds as they are, with one scope turned or more of a large fold opened. */
  foldKey(scope, more = 0) {
    const { shut, opened } = this.folds;
    if (scope) shut[shut.has(scope) ? "delete" : "add"](scope);
    return `folds ${[...shut].sort().join(",")} ${opened + more}`;
  }

  /** Open a story inside. */
  open(key) {
    this.pause();
    if (key === "folds  0") {
      this.leave(0);
      return;
    }
    const path = this.pathTo(key);
    const found = this.model.get("inner")?.[path];
    if (found) {
      this.enter(path, found);
      return;
    }
    this.wanted = path;
    this.unanswered = "";
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.refuse(this.words.noAnswer), PATIENCE);
    try {
      this.model.send({ ask: path });
    } catch {
      this.refuse(this.words.noAnswer);
      return;
    }
    this.tell();
  }

  /** Take Python's answer. */
  hear(message) {
    if (!message || message.answer !== this.wanted || !this.wanted) return;
    if (message.error) this.refuse(message.error);
    else this.enter(this.wanted, message);
  }

  refuse(why) {
    clearTimeout(this.patience);
    this.wanted = "";
    this.unanswered = why;
    this.tell();
  }

  enter(path, { story, svg }) {
    clearTimeout(this.patience);
    this.wanted = "";
    this.unanswered = "";
    const keys = path.split("/");
    const before = { story: tellStory(this.base, "backward"), position: this.way === "backward" ? this.position : 0 };
    this.asking = null;
    this.inside = [...this.inside.slice(0, keys.length - 1), { key: keys.at(-1), story, svg }];
    if (keys.at(-1).startsWith("cell")) this.way = "backward";
    else this.keepMoment(before);
    this.tell();
  }

  /** Close the stories inside, down to so many. */
  leave(depth) {
    this.pause();
    const before = { story: this.base, position: this.way === "backward" ? this.position : 0 };
    const folds = this.inside.at(-1)?.key.startsWith("folds");
    this.asking = null;
    this.unanswered = "";
    this.inside = this.inside.slice(0, depth);
    if (folds) this.keepMoment(before);
    this.tell();
  }

  /** Another folding of the same sweep goes on at the same moment. */
  keepMoment({ story, position }) {
    if (this.way === "backward") this.move(sameMoment(story, position, this.base));
  }

  /** A new story from outside closes what was open inside the old one. */
  reset() {
    this.inside = [];
    this.wanted = "";
    this.unanswered = "";
    this.places.forEach((_, shelf) => shelf.startsWith("|") || this.places.delete(shelf));
  }

  tell() {
    for (const view of this.views) view();
  }
}
