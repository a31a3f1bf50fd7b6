import {
  type JsonObject,
  receiveTokenNotification,
  type TokenNotificationResponse,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import { answerNotification } from '@cardwright/sdk';
import { fail, ok } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { implementNotification } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { storeActivation } from './activation-store.ts';
import { readAnswer, storeNotification } from './notification-store.ts';
import { activationExpiry, splitActivation } from './received-activation.ts';
import { encodeStoredNotification, withoutCardNumbers } from './received-notification.ts';
import type { ReceiverKeys } from './receiver-keys.ts';
import { receivedActivationContext, receivedPayloadContext } from './receiver-seal-contexts.ts';

/** Returns the receiver for the notification surface. */
export function createReceiver(vault: Vault, keys: ReceiverKeys, maskCardNumbers: (text: string) => string) {
  return {
    implementation: receiveTokenNotificationOperation(vault, maskCardNumbers),
    bankOfSignature: keys.bankOfSignature,
  };
}

/**
 * Stores a token notification for its bank, once (docs/interface/token-notification.md#receive). The same content gets
 * the first answer again. Other content under the same id fails with `duplicate_message_id`, which the sender gets as
 * 94.
 */
function receiveTokenNotificationOperation(vault: Vault, maskCardNumbers: (text: string) => string) {
  return implementNotification(receiveTokenNotification, async (context, notification) => {
    const { tx, sender, now } = context;
    const { bankId } = sender;
    const { id, type } = notification;
    const canonical = writeCanonicalJson(notification as unknown as JsonObject);
    const content = vault.contents.hash(canonical);
    const { storable, warnings } = withoutCardNumbers(notification, maskCardNumbers);
    for (const warning of warnings) context.warn(warning);
    const { body } = answerNotification({ type, now });
    const { rest, code } = splitActivation(storable);
    const payload = vault.seal(receivedPayloadContext(bankId, id), encodeStoredNotification(rest));
    const { authenticatedBy } = sender;
    const row = { notificationId: id, type, content, payload, answer: writeJson({ ...body }), authenticatedBy };
    if (await storeNotification(tx, bankId, row, now)) {
      const expiresAt = activationExpiry(notification.timestamp, now);
      if (code !== undefined && expiresAt > now) {
        const sealed = vault.seal(receivedActivationContext(bankId, id), writeJson({ ...code }));
        await storeActivation(tx, bankId, { notificationId: id, code: sealed, expiresAt });
      }
      context.audit(bankId, `notification:${id}`, 'received', { type }, { before: null, after: { type } });
      return ok({ body });
    }
    const stored = await readAnswer(tx, bankId, id);
    if (stored === undefined || !vault.contents.isOf(stored, canonical)) return fail('duplicate_message_id');
    return ok({ body: readStoredJson(stored.answer) as unknown as TokenNotificationResponse, replayed: true });
  });
}
