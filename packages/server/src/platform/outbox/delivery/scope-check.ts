import { findMissingScopes, PARTNER_ADVICE, type Scope } from '@cardwright/contract';
import { LRUCache } from 'lru-cache';
import type { EndpointHolder, EndpointOwner } from '../endpoints/endpoint-store.ts';
import { describeMissing } from '../endpoints/event-scopes.ts';
import { isOfConfiguration } from '../endpoints/partner-endpoint.ts';
import type { ClaimedMessage } from './claim-store.ts';
import type { DestinationRow } from './destination-store.ts';

/** Reads the current scopes of the holder of an endpoint. A holder that no longer exists has none. */
export type ReadHolderScopes = (
  owner: Pick<EndpointOwner, 'kind' | 'ownerId'>,
  holder: EndpointHolder,
) => Promise<readonly Scope[]>;

interface Unscoped {
  readonly message: ClaimedMessage;
  /** A sentence for people. */
  readonly reason: string;
}

/**
 * A lost scope takes effect within this time. The cache reads a holder once in this time instead of once for each
 * message.
 */
const SCOPES_HOLD_MS = 1_000;
const MAX_HOLDERS = 10_000;

/**
 * Finds the messages that must not be sent, because the holder of their endpoint lacks the scope that reading the same data needs
 * (docs/interface/webhooks.md#scopes).
 */
export function createScopeCheck(readScopes: ReadHolderScopes) {
  const cache = new LRUCache<string, Promise<readonly Scope[]>>({ max: MAX_HOLDERS, ttl: SCOPES_HOLD_MS });
  const scopesOf = (row: DestinationRow, holder: EndpointHolder): Promise<readonly Scope[]> => {
    const name = JSON.stringify([row.owner_kind, row.owner_id, holder.name, holder.scopes]);
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const reading = readScopes({ kind: row.owner_kind, ownerId: row.owner_id }, holder);
    cache.set(name, reading);
    reading.catch(() => cache.delete(name));
    return reading;
  };
  return async (row: DestinationRow, messages: readonly ClaimedMessage[]): Promise<Unscoped[]> => {
    const checked = messages.filter((message) => !isOfItsConfiguration(row, message));
    if (checked.length === 0) return [];
    const { holder: name, holder_scopes: scopes } = row;
    const callerScopes = name === null ? [] : await scopesOf(row, { name, scopes });
    return checked.flatMap((message) => {
      const missing = findMissingScopes([message.type], callerScopes);
      return missing.length === 0 ? [] : [{ message, reason: reasonOf(name, missing) }];
    });
  };
}

/** Whether the message is an advice to the endpoint that the configuration made. These need no holder. */
function isOfItsConfiguration({ bank_id, endpoint_id }: DestinationRow, { type }: ClaimedMessage): boolean {
  return type === PARTNER_ADVICE && isOfConfiguration(bank_id, endpoint_id);
}

function reasonOf(holder: string | null, missing: ReturnType<typeof findMissingScopes>): string {
  if (holder === null) return 'the endpoint has no holder: a caller with the scopes of its events has to change it';
  return `${holder}, the holder of the endpoint, lacks ${describeMissing(missing)}`;
}
