import UPlot from 'uplot';
import { type ChartFacts, SERIES_COLOURS, type Series } from './series.ts';

interface ChartInput {
  readonly facts: ChartFacts;
  readonly scheme: 'light' | 'dark';
  readonly zone: string;
  readonly locale: string;
  readonly point: (at: number | undefined) => void;
}

const DAY_S = 24 * 60 * 60;
const WHOLE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((zeros) => [1, 2, 5].map((one) => one * 10 ** zeros));
/** The minimum height of the axis for a rate, so that the drawing does not exaggerate small changes. */
const LEAST_OF_RATE = 10;
const INK = { light: { text: '#565d66', line: '#dfe2e7' }, dark: { text: '#a9b0ba', line: '#343943' } } as const;
const FONT = '12px "Inter Variable", "IBM Plex Sans Arabic", system-ui, sans-serif';

/** Draws a chart into its place. `drawn` contains the facts about the page that the drawing needs. */
export function drawChart(place: HTMLElement, input: ChartInput): UPlot {
  const { facts, scheme, zone, point } = input;
  const seconds = facts.times.map((time) => time / 1_000);
  const isBars = facts.kind === 'bars';
  // Bars are stacked: the sum of all series is drawn first, and the others are drawn over it.
  const order = isBars ? [...facts.series].reverse() : [...facts.series];
  const values = order.map((one) => (isBars ? upTo(facts.series, one) : [...one.values]));
  const options: UPlot.Options = {
    width: place.clientWidth,
    height: place.clientHeight,
    legend: { show: false },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1_000), zone),
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !isBars } },
    scales: { x: { time: true, range: widthOf(seconds, isBars) }, y: { range: heightOf(facts) } },
    series: [{}, ...order.map((one) => strokeOf(one, scheme, isBars))],
    axes: [timeAxis(input), figureAxis(input)],
    hooks: { setCursor: [(chart) => point(chart.cursor.idx ?? undefined)] },
  };
  return new UPlot(options, [seconds, ...values] as UPlot.AlignedData, place);
}

function strokeOf({ colour, isBefore, label }: Series, scheme: 'light' | 'dark', isBars: boolean): UPlot.Series {
  const ink = SERIES_COLOURS[colour][scheme];
  if (isBars) {
    const paths = UPlot.paths.bars?.({ size: [0.8, 48], radius: 0 });
    return { label, stroke: ink, fill: ink, width: 0, points: { show: false }, ...(paths && { paths }) };
  }
  return { label, stroke: ink, width: isBefore ? 1.5 : 2.5, ...(isBefore && { dash: [6, 4] }), spanGaps: false };
}

/** The height of each bar including the bars below it. If none of the values is known, there is a gap. */
function upTo(all: readonly Series[], one: Series): (number | null)[] {
  const under = all.slice(0, all.indexOf(one) + 1);
  return one.values.map((_, at) => {
    const known = under.map(({ values }) => values[at]).filter((value) => typeof value === 'number');
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  });
}

/** The range of the time axis, with room for half a bar at each end. */
function widthOf(seconds: readonly number[], isBars: boolean): UPlot.Range.MinMax {
  const [first = 0, second = first + DAY_S] = seconds;
  const last = seconds.at(-1) ?? first;
  const room = isBars || first === last ? (second - first) / 2 : 0;
  return [first - room, last + room];
}

function heightOf({ hasZero, most }: ChartFacts): UPlot.Scale.Range {
  return (_chart, low, high) => {
    const top = high ?? 1;
    const least = most === undefined ? 0.5 : LEAST_OF_RATE / 2;
    const room = Math.max((top - (low ?? 0)) * 0.1, Math.abs(top) * 0.02, least);
    const bottom = hasZero ? 0 : Math.max(0, Math.floor((low ?? 0) - room));
    return [bottom, Math.min(most ?? Number.POSITIVE_INFINITY, Math.max(top + room, bottom + 1))];
  };
}

function timeAxis({ scheme, zone, locale }: ChartInput): UPlot.Axis {
  const day = new Intl.DateTimeFormat(locale, { timeZone: zone, day: 'numeric', month: 'short' });
  const hour = new Intl.DateTimeFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const isMidnight = (at: number) => UPlot.tzDate(new Date(at), zone).getHours() === 0;
  return {
    font: FONT,
    stroke: INK[scheme].text,
    grid: { show: false },
    ticks: { stroke: INK[scheme].line },
    space: 76,
    values: (_chart, splits, _axis, _space, step) =>
      splits.map((at) => (step >= DAY_S || isMidnight(at * 1_000) ? day : hour).format(at * 1_000)),
  };
}

function figureAxis({ facts: { unit, format, kind }, scheme, locale }: ChartInput): UPlot.Axis {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return {
    font: FONT,
    labelFont: FONT,
    label: unit,
    labelSize: 22,
    size: 52,
    stroke: INK[scheme].text,
    grid: { stroke: INK[scheme].line, width: 1 },
    ticks: { show: false },
    // Counts of decisions need whole-number ticks.
    ...(kind === 'bars' && { incrs: WHOLE }),
    values: (_chart, splits) => splits.map((value) => (unit === '%' ? format(value) : short.format(value))),
  };
}
