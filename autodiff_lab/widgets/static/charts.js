/*
 * Arrays as small charts: the same shapes from the same data as views/charts.py draws.
 *
 * A chart is {kind: "bars" | "grid" | "heat", rows, columns, cells, most}; most is also the range of colours,
 * which all charts of a picture share.
 */

const LEVELS = 8; // steps of colour on either side of zero
const STRONG = 4; // below this step a negative cell is nearer to its end than to the middle
const BARS = { least: 4, height: 24, most: 96 };
const CELLS = { largest: 10, smallest: 3, width: 72, height: 40, marked: 5 };

/** The range that several charts share. */
function largestOf(charts) {
  return Math.max(0, ...charts.filter(Boolean).map((chart) => chart.most));
}

/** The range of a chart: cells share one, so that colours compare; bars fill their place. */
function scaleOf(chart, shared, own) {
  return chart?.kind === "bars" ? own : shared;
}

function barWidth(columns, small) {
  return small ? 3 : Math.min(10, Math.max(BARS.least, Math.floor(BARS.most / columns)));
}

/** The width and height of a cell: narrow matrices have wide ones. */
function cellSize(rows, columns, small) {
  const fit = (least, largest, length, count) => Math.max(least, Math.min(largest, Math.floor(length / count)));
  if (small) return [fit(2, 6, 54, columns), fit(2, 6, 24, rows)];
  return [fit(CELLS.smallest, CELLS.largest, CELLS.width, columns), fit(CELLS.smallest, CELLS.largest, CELLS.height, rows)];
}

/** The class of a value's colour; only zero has the middle one. */
function levelOf(value, most) {
  if (value === null) return "none";
  if (typeof value === "string") return value === "inf" ? 2 * LEVELS : 0;
  if (!value || !most) return LEVELS;
  // The root: small numbers beside large ones still have a colour.
  const steps = Math.max(1, Math.floor(Math.sqrt(Math.abs(value) / most) * LEVELS + 0.5));
  return LEVELS + Math.min(steps, LEVELS) * Math.sign(value);
}

/** The shapes of a chart with its upper left corner at (0, 0): tags with their attributes. */
export function chartShapes(chart, most, small = false) {
  const text = (value) => String(Number(value.toFixed(2)));
  const rectangle = (look, x, y, width, height) =>
    ["rect", { class: look, x: text(x), y: text(y), width: text(width), height: text(height) }];
  const { rows, columns, cells } = chart;
  const found = [];
  if (chart.kind === "bars") {
    const bar = barWidth(columns, small);
    const height = BARS.height - (small ? 4 : 0);
    for (const [at, value] of cells.entries()) {
      const part = value === null || !most ? 0 : typeof value === "string" ? 1 : Math.abs(value) / most;
      const tall = value === 0 ? 0 : Math.max(1, (Math.min(part, 1) * height) / 2);
      const down = value !== null && (typeof value === "string" ? value === "-inf" : value < 0);
      const look = `adl-heat-${value === null ? "none" : down ? 0 : 2 * LEVELS}`;
      found.push(rectangle(look, at * bar, down ? height / 2 : height / 2 - tall, bar - 1, tall));
    }
    found.push(["path", { class: "adl-axis", d: `M0 ${text(height / 2)}H${text(columns * bar)}` }]);
    return found;
  }
  const [wide, high] = cellSize(rows, columns, small);
  const marks = { "adl-minus": "", "adl-minus-strong": "" };
  for (const [at, value] of cells.entries()) {
    const left = (at % columns) * wide;
    const top = Math.floor(at / columns) * high;
    found.push(rectangle(`adl-heat-${levelOf(value, most)}`, left, top, wide, high));
    const negative = value === "-inf" || (typeof value === "number" && value < 0);
    if (Math.min(wide, high) >= CELLS.marked && negative) {
      const look = levelOf(value, most) < STRONG ? "adl-minus-strong" : "adl-minus";
      marks[look] += `M${text(left + wide / 2 - 2)} ${text(top + high / 2)}h4`;
    }
  }
  for (const [look, d] of Object.entries(marks)) if (d) found.push(["path", { class: look, d }]);
  found.push(rectangle("adl-outline", 0, 0, columns * wide, rows * high));
  return found;
}

/** The line below a vector's bars: its ends; of a longer vector with the mean between them. */
function rangeLine(cell) {
  if (!cell.range) return "";
  if (cell.range[0] === cell.range[2]) return cell.range[0];
  return (cell.chart ? [cell.range[0], cell.range[2]] : cell.range).join(" … ");
}

/** Draw a chart into a group, or empty it. */
function drawChart(group, chart, most, small) {
  if (!group) return;
  const key = chart ? `${most} ${JSON.stringify(chart.cells)}` : "";
  if (group.dataset.drawn === key) return;
  group.dataset.drawn = key;
  group.replaceChildren(...(chart ? chartShapes(chart, most, small) : []).map(([tag, attributes]) => makeSvg(tag, attributes)));
}
