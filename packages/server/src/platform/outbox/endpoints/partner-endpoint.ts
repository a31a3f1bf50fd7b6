import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import { PARTNER_ADVICE, type SigningKeyKind } from '@cardwright/contract';
import { readWebhookKey } from '@cardwright/sdk';
import type { Caller } from '../../access/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { endpointKeyContext } from '../outbox-seal-contexts.ts';
import { dropEndpoint } from './delete-endpoint-store.ts';
import { ownerOf } from './endpoint.ts';
import { insertEndpointKey } from './endpoint-key-store.ts';
import {
  countPending,
  type EndpointOwner,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  readEndpoints,
  updateEndpoint,
} from './endpoint-store.ts';
import { deletePartnerKeys, readPartnerKeys } from './partner-endpoint-store.ts';

/**
 * Describes the endpoint of the bank's own decision system: it receives the advices to that system, and its keys also
 * sign the requests to it. The configuration creates it, so its owner can neither delete it nor change its keys.
 */
const DESCRIPTION = 'The decision partner of the configuration file';
const IN_FLIGHT = 4;
const PUBLIC_KEY_BYTES = 32;

/** The id, which is fixed for a bank and has the form of a UUID. */
export function partnerEndpointId(bankId: string): string {
  const hash = createHash('sha256').update(`decision-partner\0${bankId}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}

/** Whether the configuration made this endpoint. Its owner can pause it, but neither delete it nor rotate its keys. */
export function isOfConfiguration(bankId: string, endpointId: string): boolean {
  return endpointId === partnerEndpointId(bankId);
}
export const OF_CONFIGURATION = 'The configuration file makes this endpoint and its keys';

/** Returns the caller's endpoints without the one that the configuration makes, oldest first. */
export async function readOwnEndpoints(tx: Tx, caller: Caller): Promise<EndpointRow[]> {
  const owner = ownerOf(caller);
  if (!owner.ok) return [];
  const rows = await readEndpoints(tx, owner.value);
  return rows.filter(({ endpoint_id }) => !isOfConfiguration(owner.value.bankId, endpoint_id));
}

/** Counts advices that the bank's own system has not received yet. */
export async function countPendingAdvices(tx: Tx, bankId: string): Promise<number> {
  const endpointId = partnerEndpointId(bankId);
  return (await countPending(tx, bankId, [endpointId])).get(endpointId) ?? 0;
}

export interface PartnerEndpoint {
  readonly url: string;
  /** `whsec_...`, or private keys `whsk_...`; all of them sign. */
  readonly keys: readonly string[];
}

/** Creates the endpoint, or updates it from the configuration. Throws if the bank registered its URL itself. */
export async function upsertPartnerEndpoint(
  tx: Tx,
  vault: Vault,
  bankId: string,
  { url, keys }: PartnerEndpoint,
  now: Date,
): Promise<void> {
  const owner: EndpointOwner = { bankId, kind: 'bank', ownerId: bankId };
  const endpointId = partnerEndpointId(bankId);
  const before = await findEndpoint(tx, owner, endpointId);
  const counts = { maxInFlight: IN_FLIGHT, eventsPerRequest: before?.events_per_request ?? 1 };
  const settings = { url, description: DESCRIPTION, ...counts, events: [PARTNER_ADVICE], finalCodes: [] };
  if (before === undefined) {
    if (!(await insertEndpoint(tx, owner, endpointId, settings, now)))
      throw new Error(
        `bank ${bankId}: the URL of its decision_partner is that of one of its webhook endpoints already`,
      );
  } else if (before.url !== url) {
    const standing = { state: 'ACTIVE', disabledReason: null, failingSince: null } as const;
    await updateEndpoint(tx, bankId, endpointId, { ...settings, ...standing }, now);
  }
  const stored = (await readPartnerKeys(tx, [bankId], [endpointId])).map(({ key_id, sealed_secret, key_version }) =>
    vault.open(endpointKeyContext(bankId, endpointId, key_id), { sealed: sealed_secret, keyVersion: key_version }),
  );
  if (isSameSet(stored, keys)) return;
  await deletePartnerKeys(tx, bankId, endpointId);
  for (const key of keys) {
    const keyId = randomUUID();
    const { kind, publicKey } = signerOf(key);
    const secret = vault.seal(endpointKeyContext(bankId, endpointId, keyId), key);
    await insertEndpointKey(tx, bankId, endpointId, { keyId, kind, secret, publicKey }, now);
  }
}

/** Deletes the endpoint with its pending messages. */
export async function removePartnerEndpoint(tx: Tx, bankId: string, now: Date): Promise<void> {
  const endpointId = partnerEndpointId(bankId);
  const owner: EndpointOwner = { bankId, kind: 'bank', ownerId: bankId };
  if ((await findEndpoint(tx, owner, endpointId)) !== undefined) await dropEndpoint(tx, bankId, endpointId, now);
}

/** Describes the fault of a configured key. Never quotes it. */
export function partnerKeyProblem(text: string): string | undefined {
  try {
    return readWebhookKey(text).kind === 'ed25519-public' ? 'is a public key, which cannot sign' : undefined;
  } catch (error) {
    return `is not a webhook key: ${(error as Error).message}`;
  }
}

/** The kind of a key, and for an ed25519 key also its public half in the form of endpoints. */
function signerOf(text: string): { kind: SigningKeyKind; publicKey: string | undefined } {
  const key = readWebhookKey(text);
  if (key.kind !== 'ed25519-private') return { kind: 'hmac', publicKey: undefined };
  const der = createPublicKey(key.privateKey).export({ format: 'der', type: 'spki' });
  return { kind: 'ed25519', publicKey: `whpk_${der.subarray(-PUBLIC_KEY_BYTES).toString('base64')}` };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.toSorted().join(' ') === other.toSorted().join(' ');
}
