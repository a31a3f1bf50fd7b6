import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { PostgresPair } from './postgres-pair.ts';

/** One way in which a primary is lost, and is one no more. */
interface FailoverKind {
  readonly name: string;
  harm(pair: PostgresPair): Promise<void>;
  /** What the old primary does after the promotion, while it still believes in itself. */
  returns?(pair: PostgresPair): void;
}

/** Which failover it was, with its instants. */
export interface Failover {
  readonly kind: string;
  readonly harmedMs: number;
  readonly promotedMs: number;
  readonly rebuiltMs: number;
  readonly rebuilt: string;
}

/** Until somebody notices and decides. */
const DECIDING_MS = [300, 3_000] as const;
const RETURNING_MS = [1_000, 4_000] as const;
/** After its return: time to do harm. */
const BESIDE_MS = 2_000;

export const KINDS: readonly FailoverKind[] = [
  { name: 'kill -9', harm: (pair) => pair.primary().kill() },
  {
    name: 'freeze, promotion, wake',
    harm: async (pair) => pair.primary().freeze(),
    returns: (pair) => pair.standby().wake(),
  },
  {
    name: 'network cut, promotion, healed',
    harm: async (pair) => pair.primary().front.stall(),
    returns: (pair) => pair.standby().front.pass(),
  },
];

/** The primary is lost, the standby takes its place, and the old one becomes its standby. */
export async function failOver(pair: PostgresPair, kind: FailoverKind, random: Random): Promise<Failover> {
  const harmedMs = performance.now();
  await kind.harm(pair);
  await delay(random.from(...DECIDING_MS));
  await pair.promote();
  const promotedMs = performance.now();
  if (kind.returns !== undefined) {
    await delay(random.from(...RETURNING_MS));
    kind.returns(pair);
    await delay(BESIDE_MS);
  }
  const rebuilt = await pair.rebuild();
  return { kind: kind.name, harmedMs, promotedMs, rebuiltMs: performance.now(), rebuilt };
}
