import type { Tx } from '../../storage/index.ts';
import { selectOpenClients } from './oauth-client-store.ts';
import { verifySecret } from './secret-hash.ts';

/**
 * Finds enabled clients that can sign in with published credentials: those of a sandbox, and those whose configuration
 * has a published secret again.
 */
export async function findOpenSandboxClients(
  tx: Tx,
  published: readonly { readonly client_id: string; readonly secret: string }[],
): Promise<string[]> {
  const secretOf = new Map(published.map(({ client_id: clientId, secret }) => [clientId, secret]));
  const open: string[] = [];
  for (const { client_id: clientId, sandbox, ...client } of await selectOpenClients(tx, [...secretOf.keys()])) {
    const secret = secretOf.get(clientId);
    const hashes = [client.secret_hash, client.earlier_secret_hash];
    const isPublic = sandbox || (secret !== undefined && (await isOneOf(secret, hashes)));
    if (isPublic) open.push(clientId);
  }
  return open;
}

async function isOneOf(secret: string, hashes: readonly (string | null)[]): Promise<boolean> {
  for (const hash of hashes) {
    if (hash !== null && (await verifySecret(secret, hash))) return true;
  }
  return false;
}
