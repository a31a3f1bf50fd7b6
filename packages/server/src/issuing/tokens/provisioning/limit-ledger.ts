import type { Calendar } from '../../../platform/kernel/time/calendar.ts';
import { decodeCountingKey } from '../../limits/counting-key.ts';
import { allLimits, cellKey, type Limit } from '../../limits/limit.ts';
import { addTo, type Cells } from '../../limits/limit-cells.ts';
import type { countProvisioning } from './limits-rule.ts';
import type { ProvisioningLimits } from './provisioning-facts.ts';

type Counted = ReturnType<typeof countProvisioning>;

/** An account at a moment. */
export interface LedgerPlace {
  readonly accountId: bigint;
  readonly calendar: Calendar;
  readonly now: Date;
}

/** The usage of limits in a replay, where it differs from the real usage. Pure. */
export class LimitLedger {
  readonly #onlyReplayed = new Map<string, Cells>();
  readonly #onlyReal = new Map<string, Cells>();

  /** Records which limits counted a decision in reality and in the replay. `limits` are those of the replay. */
  record(limits: ProvisioningLimits | undefined, real: Counted, replayed: Counted, place: LedgerPlace): void {
    const [realKeys, replayedKeys] = [keysOf(real), keysOf(replayed)];
    for (const limit of limits === undefined ? [] : allLimits(limits.account)) {
      const key = cellKey(limit, limits?.cardId ?? 0n);
      if (realKeys.has(key) === replayedKeys.has(key)) continue;
      const side = replayedKeys.has(key) ? this.#onlyReplayed : this.#onlyReal;
      const name = nameOf(limit, key, place);
      const entry = { value: 1n, merchant: '', at: place.now };
      side.set(name, addTo(side.get(name) ?? [], limit.window, entry, place));
    }
  }

  /** The limits with the usage that the replay sees. */
  adjust(limits: ProvisioningLimits, place: LedgerPlace): ProvisioningLimits {
    const usage = new Map(limits.account.usage);
    for (const limit of allLimits(limits.account)) {
      const key = cellKey(limit, limits.cardId);
      const name = nameOf(limit, key, place);
      const [more, less] = [this.#onlyReplayed.get(name) ?? [], this.#onlyReal.get(name) ?? []];
      if (more.length + less.length > 0) usage.set(key, withDifference(usage.get(key) ?? [], more, less));
    }
    return { ...limits, account: { ...limits.account, usage } };
  }
}

function keysOf(counted: Counted): ReadonlySet<string> {
  return new Set(counted === undefined ? [] : decodeCountingKey(counted.countingKey).keys);
}

/** Names the counter of a limit. Accounts of a product share the usage of its limits of level program. */
function nameOf({ level }: Limit, key: string, { accountId }: LedgerPlace): string {
  return level === 'program' ? key : `${accountId} ${key}`;
}

function withDifference(cells: Cells, more: Cells, less: Cells): Cells {
  const values = new Map<number, bigint>();
  const add = (of: Cells, sign: bigint) => {
    for (const { slot, value } of of) values.set(slot, (values.get(slot) ?? 0n) + sign * value);
  };
  add(cells, 1n);
  add(more, 1n);
  add(less, -1n);
  return [...values].flatMap(([slot, value]) => (value > 0n ? [{ slot, value, merchant: '' }] : []));
}
