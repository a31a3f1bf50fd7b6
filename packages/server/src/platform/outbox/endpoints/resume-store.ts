import { statement, type Tx } from '../../storage/index.ts';
import { OUTBOX_CHANNEL } from '../outbox-channel.ts';

const makeDueStatement = statement(
  'outbox.make-due',
  `update outbox_messages m set next_attempt_at = $3
    where m.bank_id = $1 and m.message_id in (
      select f.message_id from outbox_messages f
       where f.bank_id = $1 and f.endpoint_id = $2 and f.next_attempt_at > $3
         and (f.leased_until is null or f.leased_until < now())
         for update skip locked
    )`,
);

/** Makes every postponed message due now. Skips messages that another transaction has locked. */
export async function makeDue(tx: Tx, bankId: string, endpointId: string, now: Date): Promise<void> {
  await tx.query(makeDueStatement, [bankId, endpointId, now]);
}

const wakeStatement = statement('outbox.wake-relays', 'select 1 as woken', { notifies: OUTBOX_CHANNEL });

/** Wakes the relays of all servers once this transaction is committed. */
export async function wakeRelays(tx: Tx): Promise<void> {
  await tx.query(wakeStatement, []);
}
