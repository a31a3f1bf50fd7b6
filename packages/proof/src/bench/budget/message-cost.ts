import type { Profiler } from 'node:inspector';
import { median } from '../bench-figures.ts';
import type { Measurement } from '../measurements/measure.ts';
import { attributeProfiles } from './attribute-profile.ts';
import { MAIN_PARTS, PART_RULES, PARTS, type Part } from './budget-parts.ts';

const MICROSECONDS = 1_000_000;

/** CPU of a message, in microseconds. */
export interface MessageCost {
  readonly parts: Readonly<Record<Part, number>>;
  /** All parts except the database. */
  readonly server: number;
  /** Garbage collection on the main thread, which is a part of `background`. */
  readonly garbage: number;
}

/** Echo and product, measured one after the other at the same number of connections. */
export interface Turn {
  readonly echo: MessageCost;
  readonly product: MessageCost;
}

/** Divides the CPU time of the main thread as the samples of its profile are divided. */
export function messageCost(measurement: Measurement, profile: Profiler.Profile): MessageCost {
  const { serverCores = 0, databaseCores = 0, mainThreadCores = 0, profilerCores = 0 } = measurement;
  const micros = (cores: number) => (cores * MICROSECONDS) / measurement.perSecond;
  const { parts: shares, garbage } = attributeProfiles([profile], PART_RULES);
  const onMain = MAIN_PARTS.map((part) => [part, shares[part] * micros(mainThreadCores)] as const);
  const threads = micros(serverCores - mainThreadCores - profilerCores);
  return {
    parts: { ...(Object.fromEntries(onMain) as Record<Part, number>), threads, database: micros(databaseCores) },
    server: micros(serverCores - profilerCores),
    garbage: garbage * micros(mainThreadCores),
  };
}

/** The product's cost of each part as a multiple of the echo's whole cost; medians of the turns. */
export function costMultiples(rounds: readonly Turn[]): Readonly<Record<Part, number>> {
  const multiple = (part: Part) => median(rounds.map(({ echo, product }) => product.parts[part] / echo.server));
  return Object.fromEntries(PARTS.map((part) => [part, multiple(part)])) as Record<Part, number>;
}
