import { acquirerLog, OPERATOR_LOG } from '../../audit/index.ts';
import type { ChangePublisher } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import { BANK_OF_ACQUIRERS } from '../endpoints/endpoint.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { readSubscriptions } from '../endpoints/subscribed-events-store.ts';
import { createEnqueueAll } from './enqueue.ts';

/**
 * Publishes changes as events (docs/interface/change-events.md). The subscriptions are read in the transaction of each
 * change: a cache would lose the changes just after the registration of an endpoint.
 */
export function createChangePublisher(vault: Vault): ChangePublisher {
  const enqueueAll = createEnqueueAll(vault);
  return {
    readSubscriptions: (tx, log) => readSubscriptions(tx, ownerOfLog(log)),
    publish: (tx, log, messages, at, about) => enqueueAll(tx, ownerOfLog(log), messages, at, about),
  };
}

/** Returns the tenant of an audit log. The operator is no tenant, and has no endpoints. */
function ownerOfLog(log: string): EndpointOwner {
  const prefix = acquirerLog('');
  if (log === OPERATOR_LOG) return { bankId: BANK_OF_ACQUIRERS, kind: 'bank', ownerId: OPERATOR_LOG };
  if (!log.startsWith(prefix)) return { bankId: log, kind: 'bank', ownerId: log };
  return { bankId: BANK_OF_ACQUIRERS, kind: 'acquirer', ownerId: log.slice(prefix.length) };
}
