/** One value for each period of a chart. A null is an unknown value and is drawn as a gap. */
export interface Series {
  /** The name of the column in a file. */
  readonly key: string;
  readonly label: string;
  readonly colour: SeriesColour;
  readonly values: readonly (number | null)[];
  /** Whether the series is the earlier period that the chart compares with. */
  readonly isBefore?: boolean;
}

/** The data that a chart, its table, its file and its screen reader text share. */
export interface ChartFacts {
  /** The question that the chart answers. */
  readonly question: string;
  /** The unit of the values, for the axis. */
  readonly unit: string;
  readonly kind: 'lines' | 'bars';
  /** The start of each period in milliseconds, oldest first. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** Whether the axis starts at zero. */
  readonly hasZero: boolean;
  readonly most?: number;
  /** Formats a value for people. The axis uses a shorter form. */
  readonly format: (value: number) => string;
  readonly formatTime: (time: number) => string;
}

/** The maximum number of distinguishable series. The remaining series are combined into one of them. */
export const MAX_SERIES = 5;

/**
 * Colors that people with red-green color blindness can tell apart too, with one value for each of the two
 * backgrounds. A test measures the differences. A word has the same color everywhere.
 */
export const SERIES_COLOURS = {
  blue: { light: '#0a6ebd', dark: '#4a9fe0' },
  orange: { light: '#d55e00', dark: '#e69f00' },
  green: { light: '#1a9e77', dark: '#2fc79b' },
  purple: { light: '#4a1f6b', dark: '#f0c4f5' },
  grey: { light: '#565d66', dark: '#767d87' },
} as const;
export type SeriesColour = keyof typeof SERIES_COLOURS;

const OF_PARTS = ['orange', 'blue', 'green', 'purple'] as const satisfies readonly SeriesColour[];

/** Assigns each word its own color, or the next free one if that color is taken. The remaining words are gray. */
export function assignColours(words: readonly string[]): readonly SeriesColour[] {
  const free: SeriesColour[] = [...OF_PARTS];
  return words.map((word) => {
    const own = OF_PARTS[placeOf(word)] ?? 'grey';
    const assigned = free.includes(own) ? own : free[0];
    if (assigned === undefined) return 'grey';
    free.splice(free.indexOf(assigned), 1);
    return assigned;
  });
}

/** The most frequent reasons have fixed colors. */
const PLACES: Readonly<Record<string, number>> = {
  INSUFFICIENT_FUNDS: 0,
  ECOM_OFF: 1,
  CARD_BLOCKED: 2,
  DAILY_LIMIT: 3,
};

function placeOf(word: string): number {
  return PLACES[word] ?? [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OF_PARTS.length;
}
