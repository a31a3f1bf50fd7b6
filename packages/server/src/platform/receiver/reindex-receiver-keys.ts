import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { readKeysMarkedBefore, reindexKey } from './receiver-key-store.ts';
import { receiverKeyText } from './receiver-keys.ts';
import { senderKeyContext } from './receiver-seal-contexts.ts';

/**
 * Marks the keys of all senders under the content key in force. Unlike the hashes of requests, these marks do not
 * expire, so without this a replaced content key could never be destroyed. The texts of the keys are known.
 */
export async function reindexReceiverKeys(tx: Tx, vault: Vault): Promise<void> {
  await vault.contents.settle(tx);
  const { version } = vault.contents.hash('');
  for (const row of await readKeysMarkedBefore(tx, version)) {
    const { bank_id: bankId, key_mark: old, sealed_key: sealed, key_version: keyVersion } = row;
    const text = vault.open(senderKeyContext(bankId, old), { sealed, keyVersion });
    const mark = vault.contents.hash(receiverKeyText(text));
    await reindexKey(tx, bankId, old, { mark, sealed: vault.seal(senderKeyContext(bankId, mark.hash), text) });
  }
}
