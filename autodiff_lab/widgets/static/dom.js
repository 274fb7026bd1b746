/* Making elements: text becomes textContent or an attribute's value, never markup. */

const SVG_NS = "http://www.w3.org/2000/svg";

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

/** A button; one of icons alone has its name as a label. */
function button(kind, label, ...content) {
  const attributes = { type: "button", class: `adl-button adl-${kind}`, "data-lm-suppress-shortcuts": "true" };
  if (!content.length) attributes["aria-label"] = label;
  return make("button", attributes, ...(content.length ? content : [icon(kind)]));
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
