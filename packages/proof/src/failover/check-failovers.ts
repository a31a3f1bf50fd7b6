import type { RunHistory } from '../chaos/run-history.ts';
import { type Outage, percentile } from './failover-outages.ts';

const MEDIAN_MS = 5_000;
const MAX_MS = 15_000;

/** Counts decisions that callers received but that are missing, and decisions that were made twice. */
export async function readBooks({ accounts, database, known }: RunHistory) {
  const outcomes = accounts.flatMap(({ history }) =>
    history.operations.flatMap(({ input, output }) =>
      input.kind === 'authorize' && output !== undefined ? [input.reference] : [],
    ),
  );
  const rows = await database.sql<{ reference: string; count: number }>(
    `select retrieval_reference::text as reference, count(*)::int as count from authorizations
      where bank_id = 'DEMO' group by retrieval_reference`,
  );
  const counts = new Map(rows.map(({ reference, count }) => [reference, count]));
  const lostReferences = outcomes.filter((reference) => !counts.has(reference));
  const doubled = outcomes.filter((reference) => (counts.get(reference) ?? 0) > 1);
  return {
    answered: outcomes.length,
    counts: () => ({ lost: lostReferences.length, doubled: doubled.length, changed: known.different.length }),
    violations: [
      ...lostReferences.map((reference) => `authorization ${reference} was decided and is lost`),
      ...doubled.map((reference) => `authorization ${reference} was decided twice`),
    ],
  };
}

/**
 * Reports failovers after which callers are never served again. With `isTimed`, it also reports those that take too
 * long, which depends on the machine.
 */
export function findLongOutages(outages: readonly Outage[], isTimed: boolean): string[] {
  const unserved = outages.filter(({ servedAgainMs }) => !Number.isFinite(servedAgainMs));
  if (unserved.length > 0) return unserved.map(({ kind }) => `no decision after ${kind}`);
  if (!isTimed) return [];
  const served = outages.map(({ servedAgainMs }) => servedAgainMs);
  const [median, most] = [percentile(served, 50), percentile(served, 95)];
  return [
    ...(median > MEDIAN_MS ? [`decided again ${Math.round(median)} ms after the promotion (median)`] : []),
    ...(most > MAX_MS ? [`decided again ${Math.round(most)} ms after the promotion (95th percentile)`] : []),
  ];
}
