import { setTimeout as delay } from 'node:timers/promises';
import type { ReplicatedNode, ReplicationPair } from '../../../server/src/testing/database/replication-pair.ts';
import type { Random } from '../../../server/src/testing/random.ts';

/** One way to lose a primary. */
interface FailoverKind {
  readonly name: string;
  harm(primary: ReplicatedNode): Promise<void>;
  /** Brings the old primary back after the promotion, while it still considers itself the primary. */
  returns?(oldPrimary: ReplicatedNode): void;
}

/** A failover that occurred, with its times. */
export interface Failover {
  readonly kind: string;
  readonly harmedMs: number;
  readonly promotedMs: number;
  readonly rebuiltMs: number;
  readonly rebuilt: string;
}

const RETURNING_MS = [1_000, 4_000] as const;
/** The time in which the returned primary could do harm. */
const OVERLAP_MS = 2_000;

export const KINDS: readonly FailoverKind[] = [
  { name: 'kill -9', harm: (primary) => primary.kill() },
  {
    name: 'freeze, promotion, wake',
    harm: async (primary) => primary.freeze(),
    returns: (oldPrimary) => oldPrimary.wake(),
  },
  {
    name: 'network cut, promotion, healed',
    harm: async (primary) => primary.cutOff(),
    returns: (oldPrimary) => oldPrimary.heal(),
  },
];

/** Removes the primary, promotes another node, and makes the old primary its standby. */
export async function failOver(replicated: ReplicationPair, kind: FailoverKind, random: Random): Promise<Failover> {
  await replicated.settle();
  const oldPrimary = replicated.primary();
  const harmedMs = performance.now();
  await kind.harm(oldPrimary);
  await replicated.promote();
  const promotedMs = performance.now();
  if (kind.returns !== undefined) {
    await delay(random.from(...RETURNING_MS));
    kind.returns(oldPrimary);
    await delay(OVERLAP_MS);
  }
  const rebuilt = await replicated.rebuild(oldPrimary);
  return { kind: kind.name, harmedMs, promotedMs, rebuiltMs: performance.now(), rebuilt };
}
