import { statement, type Tx } from '../../storage/index.ts';

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

/** Brings the next attempt of everything that waits for one forward to now. Waits for no message that somebody works at. */
export async function makeDue(tx: Tx, bankId: string, endpointId: string, now: Date): Promise<void> {
  await tx.query(makeDueStatement, [bankId, endpointId, now]);
}

const notifyRelays = statement('outbox.notify-relays', `select pg_notify('cardwright_outbox', '')`);

/** Tells the relays of all servers to look, once this transaction is committed. */
export async function wakeRelays(tx: Tx): Promise<void> {
  await tx.query(notifyRelays, []);
}
