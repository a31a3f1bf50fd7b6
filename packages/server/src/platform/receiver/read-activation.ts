import { readActivation } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { implementRest } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { takeActivation } from './activation-store.ts';
import type { ReceivedCode } from './received-activation.ts';
import { receivedActivationContext } from './receiver-seal-contexts.ts';

/**
 * Returns the activation code of a received notification once, while it is valid
 * (docs/interface/token-notification.md#activation-code). The commit that audits the read deletes the code.
 */
export function readActivationOperation(vault: Vault) {
  return implementRest(readActivation, async ({ tx, caller, audit, now }, { params: { id } }) => {
    const { kind, bankId } = caller;
    if (kind !== 'bank' || bankId === undefined) {
      return fail('wrong_bank', { message: 'Received notifications belong to a bank' });
    }
    const subject = `notification:${id}`;
    const row = await takeActivation(tx, bankId, id, now);
    if (row === undefined) {
      const message = 'No activation code to read: it was read before, it has expired, or no such notification came';
      return fail('notification_not_found', { message, subject });
    }
    const sealed = { sealed: row.sealed_code, keyVersion: row.key_version };
    const code = readStoredJson(vault.open(receivedActivationContext(bankId, id), sealed)) as ReceivedCode;
    audit(bankId, subject, 'activation code read');
    return ok({ body: { ...code, expires_at: row.expires_at.toISOString() } });
  });
}
