import { randomUUID } from 'node:crypto';
import type { SigningKeyKind } from '@cardwright/contract';
import { generateWebhookKeyPair, generateWebhookSecret } from '@cardwright/sdk';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { endpointKeyContext } from '../outbox-seal-contexts.ts';
import { insertEndpointKey } from './endpoint-key-store.ts';

/** The new keys. Only this response shows them to the endpoint's owner. */
export interface GeneratedKeys {
  readonly secret: string;
  readonly public_key: string | null;
}

/** Generates and stores the keys of an endpoint: always a shared secret, and a key pair if ed25519 is enabled. */
export async function makeSigningKeys(
  tx: Tx,
  vault: Vault,
  bankId: string,
  endpointId: string,
  { ed25519, now }: { ed25519: boolean; now: Date },
): Promise<GeneratedKeys> {
  const store = (kind: SigningKeyKind, secret: string, publicKey?: string) => {
    const keyId = randomUUID();
    const sealed = vault.seal(endpointKeyContext(bankId, endpointId, keyId), secret);
    return insertEndpointKey(tx, bankId, endpointId, { keyId, kind, secret: sealed, publicKey }, now);
  };
  const secret = generateWebhookSecret();
  await store('hmac', secret);
  if (!ed25519) return { secret, public_key: null };
  const { privateKey, publicKey } = generateWebhookKeyPair();
  await store('ed25519', privateKey, publicKey);
  return { secret, public_key: publicKey };
}
