import { type AccountRow, lockAccountIfFree, moveFunds, recordChange } from '../accounts/index.ts';
import type { Bank } from '../kernel/bank.ts';
import type { GiveWay } from '../kernel/give-way.ts';
import { inBites } from '../kernel/in-bites.ts';
import { currencyOf, formatAmount } from '../kernel/money.ts';
import { runWork, type WorkContext, type WorkDeps } from '../operation/index.ts';
import { countEnding } from './count-ending.ts';
import { STATES } from './find-authorization.ts';
import { planExpiry, toChange } from './reservation.ts';
import { endReservation, findExpiring, lockExpiry, type ReservationKey, readReservation } from './reservation-store.ts';

/** Their accounts are locked until the transaction ends, so it is short. */
const PER_TRANSACTION = 20;
const LONGEST_BITE_MS = 15;
/** Others may have locked the accounts of the oldest, and nobody waits for these. */
const LOOKED_AT = 10 * PER_TRANSACTION;

/**
 * Ends the reservations of a bank that are older than `days` (docs/interface/reservations.md#expiry). Several servers
 * may try: one does the work, the others leave it to that one. Each transaction asks what time it is: a round may take longer than
 * what happens to an account beside it, and its history is in the order of its times. Answers how many ended.
 */
export async function expireReservations(
  { giveWay, ...deps }: WorkDeps & { readonly giveWay: GiveWay },
  bank: Bank,
  days: number,
  time: () => Date,
): Promise<number> {
  const { bankId } = bank;
  return inBites(giveWay, () => {
    const began = performance.now();
    const now = time();
    const until = new Date(now.getTime() - days * 86_400_000);
    const work = { operation: 'authorization.expire-reservations', actor: 'cardwright', requestId: '', now };
    return runWork(deps, work, async (context) => {
      const { tx } = context;
      if (!(await lockExpiry(tx, bankId))) return { commit: false, result: { done: 0, isLast: true } };
      const oldest = await findExpiring(tx, bankId, until, LOOKED_AT);
      let done = 0;
      for (const key of oldest) {
        if (done > 0 && (done === PER_TRANSACTION || performance.now() - began > LONGEST_BITE_MS))
          return { commit: true, result: { done, isLast: false } };
        // one by one: on Citus they lie on several nodes
        const account = await lockAccountIfFree(tx, bankId, key.account_id);
        if (account === undefined) continue;
        await expireOne(context, bank, key, account);
        done++;
      }
      return { commit: true, result: { done, isLast: done === 0 || oldest.length < LOOKED_AT } };
    });
  });
}

async function expireOne(
  { tx, now, audit }: WorkContext,
  bank: Bank,
  key: ReservationKey,
  account: AccountRow,
): Promise<void> {
  const { bankId } = bank;
  const reservation = await readReservation(tx, bankId, key);
  // somebody completed or reversed it before the account was locked
  if (reservation.state !== 'A') return;
  const { exponent } = currencyOf(account.currency);
  const ending = planExpiry({ state: 'A', reservedMinor: reservation.reserved_minor });
  await moveFunds(tx, bankId, key.account_id, ending.funds);
  const standing = { counted: reservation.counted, minor: reservation.reserved_minor };
  await countEnding(tx, bank, account, ending, { standing, countedAt: key.decided_at, now });
  const event = {
    event: reservation.next_event,
    kind: 'EXPIRY' as const,
    amountMinor: ending.amountMinor,
    requestKey: 'EXPIRY',
    answer: '',
  };
  await endReservation(tx, bankId, key, ending, event, now);
  await recordChange(tx, bankId, key.account_id, toChange(key, ending), now);
  audit(bankId, `authorization:${key.account_id}/${key.message_key}`, 'EXPIRY', undefined, {
    before: { state: STATES.A, reserved: formatAmount(reservation.reserved_minor, exponent) },
    after: { state: STATES[ending.state], reserved: formatAmount(ending.reservedMinor, exponent) },
  });
}
