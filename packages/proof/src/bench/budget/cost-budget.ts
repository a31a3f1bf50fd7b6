import { PARTS, type Part } from './budget-parts.ts';

/** Multiples by the name of a figure. */
export type Figures = ReadonlyMap<string, number>;

/** How far a figure may exceed its budget, as a share of the budget. */
export const TOLERANCE = 0.15;
/** How far it may exceed the budget in any case. A profile of two seconds cannot measure small parts more exactly. */
const SMALLEST_TOLERANCE = 0.02;

export const LONE_MESSAGE = 'lone message';

/**
 * The budget of each part, by number of connections: CPU for a message as a multiple of the CPU that the bare echo uses
 * for a message in the same run. A change that adds cost to a part first saves as much in the same part. Lower a figure when its
 * part became cheaper.
 */
const COST_BUDGET: Readonly<Record<number, Readonly<Record<Part, number>>>> = {
  256: {
    read: 0.66,
    authenticate: 0.06,
    validate: 0.36,
    decide: 1.14,
    store: 0.65,
    respond: 0.39,
    background: 0.4,
    threads: 0.71,
    database: 1.5,
  },
  64: {
    read: 0.69,
    authenticate: 0.06,
    validate: 0.37,
    decide: 1.15,
    store: 0.88,
    respond: 0.61,
    background: 0.53,
    threads: 0.57,
    database: 2.02,
  },
};

/** CPU of server and database for a message when one arrives every 5 ms, as a multiple of its CPU at full load. */
const LONE_BUDGET = 5.6;

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
