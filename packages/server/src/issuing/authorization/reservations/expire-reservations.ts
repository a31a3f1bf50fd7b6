import type { Bank } from '../../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { type Chunk, inChunks } from '../../../platform/kernel/concurrency/chunks.ts';
import { currencyOf, formatAmount } from '../../../platform/kernel/money.ts';
import { runWork, type WorkContext, type WorkDeps } from '../../../platform/operation/index.ts';
import { type AccountRow, lockAccountIfFree, moveFunds, recordChange } from '../../accounts/index.ts';
import { STATES } from '../records/find-authorization.ts';
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

/** Their accounts are locked until the transaction ends, so it is short. */
const PER_TRANSACTION = 5;
const LONGEST_BITE_MS = 15;
/** Others may have locked the accounts of the oldest, and nobody waits for these. */
const LOOKED_AT = 10 * PER_TRANSACTION;

/**
 * Ends the reservations of a bank that are older than `days` (docs/interface/reservations.md#expiry). Several servers
 * may try: one does the work, the others leave it to that one. Each transaction asks what time it is: a round may take longer than
 * what happens to an account beside it, and its history is in the order of its times. `scope` narrows down which reservations may end;
 * two scopes without a common reservation never wait for each other. Answers how many ended.
 */
export async function expireReservations(
  { giveWay, ...deps }: WorkDeps & { readonly giveWay: BackgroundThrottle },
  bank: Bank,
  days: number,
  time: () => Date,
  scope: ReservationScope = ALL_RESERVATIONS,
): Promise<number> {
  const { bankId } = bank;
  return inChunks(giveWay, (): Promise<Chunk> => {
    const now = time();
    const until = new Date(now.getTime() - days * 86_400_000);
    const work = { operation: 'authorization.expire-reservations', actor: 'cardwright', requestId: '', now };
    return runWork<Chunk>(deps, work, async (context) => {
      const { tx } = context;
      const [isMine, oldest] = await Promise.all([
        lockExpiry(tx, bankId, scope),
        findExpiring(tx, bankId, until, scope, LOOKED_AT),
      ]);
      for (let from = 0; isMine && from < oldest.length; from += PER_TRANSACTION) {
        const done = await expireThese(context, bank, oldest.slice(from, from + PER_TRANSACTION));
        if (done > 0) return { commit: true, result: { done, isLast: false } };
      }
      return { commit: false, result: { done: 0, isLast: true } };
    });
  });
}

/**
 * Those whose accounts nobody else has locked; answers how many. Each statement is sent for many together, as each answer that is
 * waited for is a turn of the event loop. Still a statement each: on Citus they lie on several nodes.
 */
async function expireThese(context: WorkContext, bank: Bank, keys: readonly ReservationKey[]): Promise<number> {
  const began = performance.now();
  const first = keys.filter(({ account_id: id }, at) => keys.findIndex((key) => key.account_id === id) === at);
  const due = await lockAndRead(context, bank, first);
  // limits that accounts share are counted one after the other
  await Promise.all(due.filter((one) => !isCounted(one)).map((one) => expireOne(context, bank, one)));
  for (const one of due.filter(isCounted)) await expireOne(context, bank, one);
  let done = due.length;
  // what the first one of an account counted is read before the next one counts
  for (const key of keys.filter((each) => !first.includes(each))) {
    if (performance.now() - began > LONGEST_BITE_MS) break;
    for (const one of await lockAndRead(context, bank, [key])) {
      await expireOne(context, bank, one);
      done++;
    }
  }
  return done;
}

/** Those of them that are free and still open. */
async function lockAndRead({ tx }: WorkContext, { bankId }: Bank, keys: readonly ReservationKey[]): Promise<Due[]> {
  const sent: [Promise<AccountRow | undefined>, Promise<ReservationRow>][] = [];
  // the second sees what the first has locked
  for (const key of keys) {
    sent.push([lockAccountIfFree(tx, bankId, key.account_id), readReservation(tx, bankId, key)]);
  }
  const read = await Promise.all(sent.map((both) => Promise.all(both)));
  return keys.flatMap((key, at) => {
    const [account, reservation] = read[at] ?? [];
    // somebody may have completed or reversed it before the account was locked
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
  const standing = { counted: reservation.counted, minor: reservation.reserved_minor };
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
  audit(bankId, `authorization:${key.account_id}/${key.message_key}`, 'EXPIRY', undefined, {
    before: { state: STATES.A, reserved: formatAmount(reservation.reserved_minor, exponent) },
    after: { state: STATES[ending.state], reserved: formatAmount(ending.reservedMinor, exponent) },
  });
}
