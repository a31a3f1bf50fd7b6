import type { IncomingHttpHeaders } from 'node:http';
import { readWebhookKey, verifyWebhook } from '@cardwright/sdk';
import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { type KeySource, keepReceiverKeys, putReceiverKey, readReceiverKeys } from './receiver-key-store.ts';
import { senderKeyContext } from './receiver-seal-contexts.ts';

/** A longer message is not tried against every bank's keys: anybody could send it, and a notification is never that long. */
const LONGEST_SIGNED_BYTES = 65_536;

export type SignedBy = { ok: true; bankId: string } | { ok: false; reason: string };

/** The keys of all banks' senders, in memory: they change by configuration only. */
export interface ReceiverKeys {
  /** The bank with one of whose keys these bytes were signed, within five minutes of now: real time, as its sender's is. */
  bankOfSignature(headers: IncomingHttpHeaders, body: Uint8Array): SignedBy;
  /** Brings in what another server's configuration changed. */
  reload(): Promise<void>;
}

export async function openReceiverKeys(tx: Tx, vault: Vault): Promise<ReceiverKeys> {
  let keys: { bankId: string; text: string }[] = [];
  const opened: ReceiverKeys = {
    bankOfSignature(headers, body) {
      if (headers['webhook-signature'] === undefined) return { ok: false, reason: 'there is no signature' };
      if (keys.length === 0) return { ok: false, reason: 'no bank has a key for its senders' };
      if (body.length > LONGEST_SIGNED_BYTES) {
        return { ok: false, reason: `a message of more than ${LONGEST_SIGNED_BYTES} bytes needs an access token` };
      }
      const verdict = verifyWebhook({ headers, body, keys: keys.map(({ text }) => text) });
      return verdict.ok ? { ok: true, bankId: keys[verdict.key]!.bankId } : verdict;
    },
    async reload() {
      const rows = await readReceiverKeys(tx);
      keys = rows.map(({ bank_id: bankId, key_mark: mark, sealed_key: sealed, key_version: keyVersion }) => ({
        bankId,
        text: vault.open(senderKeyContext(bankId, mark), { sealed, keyVersion }),
      }));
    },
  };
  await opened.reload();
  return opened;
}

/** Makes these the bank's keys, as far as this source put them there. */
export async function setReceiverKeys(
  tx: Tx,
  vault: Vault,
  bankId: string,
  source: KeySource,
  keys: readonly string[],
): Promise<void> {
  const marked = keys.map((text) => ({ text, mark: vault.contentHash(`receiver-key\0${text}`) }));
  await keepReceiverKeys(
    tx,
    bankId,
    source,
    marked.map(({ mark }) => mark),
  );
  for (const { text, mark } of marked) {
    const sealed = vault.seal(senderKeyContext(bankId, mark), text);
    if (await putReceiverKey(tx, bankId, { mark, source, sealed })) continue;
    throw new Error(`bank ${bankId}: one of its receiver_secrets is another bank's: they would not tell the two apart`);
  }
}

/** What is wrong with a key that a configuration names, without a word of it. */
export function receiverKeyProblem(text: string): string | undefined {
  try {
    return readWebhookKey(text).kind === 'ed25519-private' ? 'is the private key of its sender' : undefined;
  } catch (error) {
    return `is none: ${(error as Error).message}`;
  }
}
