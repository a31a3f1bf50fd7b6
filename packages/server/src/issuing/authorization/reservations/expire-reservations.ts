import type { Bank } from '../../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { type Chunk, inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import { runWork, type WorkContext, type WorkDeps } from '../../../platform/operation/index.ts';
import { type AccountRow, lockAccountIfFree, moveFunds, recordChange } from '../../accounts/index.ts';
import { referenceText, STATES } from '../records/find-authorization.ts';
import { planExpiry, toChange } from '../records/reservation.ts';
import {
  ALL_RESERVATIONS,
  endReservation,
  findExpiring,
  lockExpiry,
  type ReservationKey,
  type ReservationRow,
  type ReservationScope,
  readReservation,
} from '../records/reservation-store.ts';
import { countEnding } from '../statistics/count-ending.ts';

/** The reservations that one transaction expires. There are few, because their accounts are locked until it ends. */
const PER_TRANSACTION = 5;
const LONGEST_BITE_MS = 15;
/** The reservations to consider. Accounts of the oldest may be locked, and the job does not wait for them. */
const MAX_SCANNED = 10 * PER_TRANSACTION;

/**
 * Expires the reservations of a bank that are older than `days` (docs/interface/reservations.md#expiry). If several servers
 * try, one does the work and the others skip it. Each transaction reads the clock: a round may take longer than other changes
 * of an account, and the account's history is in order of time. `scope` selects which reservations may end; two disjoint scopes
 * never wait for each other. Returns how many reservations ended.
 */
export async function expireReservations(
  { throttle, ...deps }: WorkDeps & { readonly throttle: BackgroundThrottle },
  bank: Bank,
  days: number,
  time: () => Date,
  scope: ReservationScope = ALL_RESERVATIONS,
): Promise<number> {
  const { bankId } = bank;
  return inChunks(throttle, (): Promise<Chunk> => {
    const now = time();
    const until = new Date(now.getTime() - days * 86_400_000);
    const work = { operation: 'authorization.expire-reservations', actor: 'cardwright', requestId: '', now };
    return runWork<Chunk>(deps, work, async (context) => {
      const { tx } = context;
      const [isMine, oldest] = await Promise.all([
        lockExpiry(tx, bankId, scope),
        findExpiring(tx, bankId, until, scope, MAX_SCANNED),
      ]);
      for (let from = 0; isMine && from < oldest.length; from += PER_TRANSACTION) {
        const expiredCount = await expireThese(context, bank, oldest.slice(from, from + PER_TRANSACTION));
        if (expiredCount > 0) return { commit: true, result: { done: expiredCount, isLast: false } };
      }
      return { commit: false, result: { done: 0, isLast: true } };
    });
  });
}

/**
 * Expires reservations whose accounts are not locked, and returns how many. Statements are sent together, because each awaited
 * answer costs a turn of the event loop. Each reservation still has its own statement: on Citus they are on several nodes.
 */
async function expireThese(context: WorkContext, bank: Bank, keys: readonly ReservationKey[]): Promise<number> {
  const began = performance.now();
  const first = keys.filter(({ account_id: id }, at) => keys.findIndex((key) => key.account_id === id) === at);
  const due = await lockAndRead(context, bank, first);
  // shared limits are counted one after the other
  await Promise.all(due.filter((one) => !isCounted(one)).map((one) => expireOne(context, bank, one)));
  for (const one of due.filter(isCounted)) await expireOne(context, bank, one);
  let expiredCount = due.length;
  // the next reservation of an account reads the counters that the previous one wrote
  for (const key of keys.filter((each) => !first.includes(each))) {
    if (performance.now() - began > LONGEST_BITE_MS) break;
    for (const one of await lockAndRead(context, bank, [key])) {
      await expireOne(context, bank, one);
      expiredCount++;
    }
  }
  return expiredCount;
}

/** Locks the accounts that are free, and returns the reservations that are still open. */
async function lockAndRead({ tx }: WorkContext, { bankId }: Bank, keys: readonly ReservationKey[]): Promise<Due[]> {
  const queries: [Promise<AccountRow | undefined>, Promise<ReservationRow>][] = [];
  // the second statement sees what the first has locked
  for (const key of keys) {
    queries.push([lockAccountIfFree(tx, bankId, key.account_id), readReservation(tx, bankId, key)]);
  }
  const read = await Promise.all(queries.map((both) => Promise.all(both)));
  return keys.flatMap((key, at) => {
    const [account, reservation] = read[at] ?? [];
    // a completion or reversal may have come before the lock
    return account === undefined || reservation?.state !== 'A' ? [] : [{ key, account, reservation }];
  });
}

interface Due {
  readonly key: ReservationKey;
  readonly account: AccountRow;
  readonly reservation: ReservationRow;
}

function isCounted({ reservation }: Due): boolean {
  return reservation.counted !== null;
}

async function expireOne(
  { tx, now, audit }: WorkContext,
  bank: Bank,
  { key, account, reservation }: Due,
): Promise<void> {
  const { bankId } = bank;
  const { exponent } = currencyOf(account.currency);
  const ending = planExpiry({ state: 'A', reservedMinor: reservation.reserved_minor });
  const standing = { countingKey: reservation.counted, minor: reservation.reserved_minor };
  const event = {
    event: reservation.next_event,
    kind: 'EXPIRY' as const,
    amountMinor: ending.amountMinor,
    requestKey: 'EXPIRY',
    answer: '',
  };
  await Promise.all([
    moveFunds(tx, bankId, key.account_id, ending.funds),
    countEnding(tx, bank, account, ending, { standing, countedAt: key.decided_at, now }),
    endReservation(tx, bankId, key, ending, event, now),
    recordChange(tx, bankId, key.account_id, toChange(key, ending), now),
  ]);
  audit(bankId, `authorization:${referenceText(reservation)}`, 'EXPIRY', undefined, {
    before: { state: STATES.A, reserved: formatAmount(reservation.reserved_minor, exponent) },
    after: { state: STATES[ending.state], reserved: formatAmount(ending.reservedMinor, exponent) },
  });
}
