import type { Tx } from '../storage/index.ts';
import type { Caller } from './caller.ts';
import { findOauthClient } from './clients/oauth-client-store.ts';

/**
 * The caller that an OAuth client is, with its rights now, for a door without access tokens. Returns undefined if there is
 * no such client, or if an operator disabled it.
 */
export async function findCaller(tx: Tx, clientId: string): Promise<Caller | undefined> {
  const client = await findOauthClient(tx, clientId);
  if (client === undefined || client.disabled) return undefined;
  const { sender, kind, bankId, acquirerId, scopes } = client;
  return {
    clientId,
    sender,
    kind,
    scopes: new Set(scopes),
    ...(bankId !== undefined && { bankId }),
    ...(acquirerId !== undefined && { acquirerId }),
  };
}
