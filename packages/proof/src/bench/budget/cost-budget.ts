import { PARTS, type Part } from './budget-parts.ts';

/** Multiples by the name of a figure. */
export type Figures = ReadonlyMap<string, number>;

/** How far a figure may exceed its budget, as a share of the budget. */
const TOLERANCE = 0.15;
/** The minimum tolerance of any figure, because profiles of two seconds cannot measure small parts more exactly. */
const SMALLEST_TOLERANCE = 0.02;

export const LONE_MESSAGE = 'lone message';

/**
 * The budget of each part, by number of connections: the CPU of a message as a multiple of the CPU that the bare echo
 * uses for a message in the same run. If a change makes a part more expensive, first make that part cheaper elsewhere.
 * If a part becomes cheaper, lower its figure.
 */
const COST_BUDGET: Readonly<Record<number, Readonly<Record<Part, number>>>> = {
  256: {
    read: 0.7,
    authenticate: 0.08,
    validate: 0.4,
    decide: 0.65,
    store: 0.8,
    respond: 0.5,
    background: 0.5,
    threads: 0.75,
    database: 1.8,
  },
  64: {
    read: 0.7,
    authenticate: 0.08,
    validate: 0.4,
    decide: 0.65,
    store: 1.05,
    respond: 0.55,
    background: 0.55,
    threads: 0.8,
    database: 2.3,
  },
};

/** The CPU of server and database for a message when one arrives every 5 ms, as a multiple of its CPU at full load. */
const LONE_BUDGET = 9;

/** The multiple above which a figure counts as exceeded. */
export function limitOf(budget: number): number {
  return budget + Math.max(budget * TOLERANCE, SMALLEST_TOLERANCE);
}

export function figureName(connections: number, part: Part): string {
  return `${part} at ${connections}`;
}

export function budgetFigures(): Figures {
  const figures = new Map<string, number>([[LONE_MESSAGE, LONE_BUDGET]]);
  for (const [connections, costs] of Object.entries(COST_BUDGET)) {
    for (const part of PARTS) figures.set(figureName(Number(connections), part), costs[part]);
  }
  return figures;
}
