import type { IncomingHttpHeaders } from 'node:http';
import { readWebhookKey, verifyWebhook } from '@cardwright/sdk';
import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { insertReceiverKey, type KeySource, readReceiverKeys, storeReceiverKeys } from './receiver-key-store.ts';
import { senderKeyContext } from './receiver-seal-contexts.ts';

/**
 * Limit for signed messages. A longer one is not checked with the keys of all banks, because anyone could send it. Real
 * notifications are never that long.
 */
const LONGEST_SIGNED_BYTES = 65_536;

type SignedBy = { ok: true; bankId: string } | { ok: false; reason: string };

/** The keys of the senders of all banks, in memory because only the configuration changes them. */
export interface ReceiverKeys {
  /**
   * Returns the bank whose key signed these bytes within five minutes of now, by the system clock, which the sender
   * uses too.
   */
  bankOfSignature(headers: IncomingHttpHeaders, body: Uint8Array): SignedBy;
  /** Reads the keys again, after another server's configuration changed them. */
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

/** Replaces the bank's keys of this source. */
export async function setReceiverKeys(
  tx: Tx,
  vault: Vault,
  bankId: string,
  source: KeySource,
  keys: readonly string[],
): Promise<void> {
  await vault.contents.settle(tx);
  const marked = keys.map((text) => ({ text, marks: vault.contents.hashes(receiverKeyText(text)) }));
  await storeReceiverKeys(
    tx,
    bankId,
    source,
    marked.flatMap(({ marks }) => marks.map(({ hash }) => hash)),
  );
  for (const { text, marks } of marked) {
    const sealed = vault.seal(senderKeyContext(bankId, marks[0].hash), text);
    if (await insertReceiverKey(tx, bankId, { marks, source, sealed })) continue;
    throw new Error(
      `bank ${bankId}: one of its receiver_secrets already belongs to another bank; a signature could not identify the bank`,
    );
  }
}

/** The content from which a key's mark is made. */
export function receiverKeyText(key: string): string {
  return `receiver-key\0${key}`;
}

/** Returns the fault of a configured key. Never quotes the key. */
export function receiverKeyProblem(text: string): string | undefined {
  try {
    return readWebhookKey(text).kind === 'ed25519-private' ? 'is the private key of its sender' : undefined;
  } catch (error) {
    return `is not a webhook key: ${(error as Error).message}`;
  }
}
