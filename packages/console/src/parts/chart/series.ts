/** One figure for each moment of a chart; null where nothing is known, which is drawn as a gap. */
export interface Series {
  /** As a file calls it. */
  readonly key: string;
  readonly label: string;
  readonly colour: SeriesColour;
  readonly values: readonly (number | null)[];
  /** What it is compared with, and not what it is about. */
  readonly isBefore?: boolean;
}

/** What a chart draws and a table, a file and a reader are told. */
export interface ChartFacts {
  /** The question that it answers. */
  readonly question: string;
  /** What its figures are, for the axis. */
  readonly unit: string;
  readonly kind: 'lines' | 'bars';
  /** Beginnings of periods, in milliseconds, oldest first. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** The axis begins at nothing. */
  readonly hasZero: boolean;
  readonly most?: number;
  /** A figure as people read it; the axis writes it shorter. */
  readonly show: (value: number) => string;
  readonly showTime: (time: number) => string;
}

/** More than these cannot be told apart: the rest is one of them. */
export const MAX_SERIES = 5;

/**
 * Colours that are told apart by those too who see no red or no green, each one for both grounds (a test measures that). Every word
 * has the same one everywhere.
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

/** Gives each word its own colour where that is free, and the next one where it is not; the rest is grey. */
export function assignColours(words: readonly string[]): readonly SeriesColour[] {
  const free: SeriesColour[] = [...OF_PARTS];
  return words.map((word) => {
    const own = OF_PARTS[placeOf(word)] ?? 'grey';
    const given = free.includes(own) ? own : free[0];
    if (given === undefined) return 'grey';
    free.splice(free.indexOf(given), 1);
    return given;
  });
}

/** The reasons that are told most often have their own places. */
const PLACES: Readonly<Record<string, number>> = {
  INSUFFICIENT_FUNDS: 0,
  ECOM_OFF: 1,
  CARD_BLOCKED: 2,
  DAILY_LIMIT: 3,
};

function placeOf(word: string): number {
  return PLACES[word] ?? [...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OF_PARTS.length;
}
