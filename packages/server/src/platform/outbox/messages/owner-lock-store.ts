import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';

const shareOwner = statement(
  'outbox.share-owner',
  `select pg_advisory_xact_lock_shared(hashtextextended('outbox ' || $1 || ' ' || $2, 0))`,
  { locks: { kind: 'events of an owner', by: [1, 2], isShared: true } },
);
const lockOwnerStatement = statement(
  'outbox.lock-owner',
  `select pg_advisory_xact_lock(hashtextextended('outbox ' || $1 || ' ' || $2, 0))`,
  { locks: { kind: 'events of an owner', by: [1, 2] } },
);

type Owner = Pick<EndpointOwner, 'bankId' | 'ownerId'>;

/** Takes the shared lock of writers of events, so that they do not wait for each other. */
export async function shareOwnersEvents(tx: Tx, { bankId, ownerId }: Owner): Promise<void> {
  await tx.query(shareOwner, [bankId, ownerId]);
}

/**
 * Waits for transactions that write events of this owner, and blocks new ones until this transaction ends. So each
 * event is either readable now, or will find the endpoint that this transaction creates.
 */
export async function lockOwnersEvents(tx: Tx, { bankId, ownerId }: Owner): Promise<void> {
  await tx.query(lockOwnerStatement, [bankId, ownerId]);
}
