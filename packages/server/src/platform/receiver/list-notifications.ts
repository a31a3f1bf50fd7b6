import { listNotifications, type ReceivedNotification, type TokenNotification } from '@cardwright/contract';
import { cutPage, readPage } from '../kernel/page.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { implementRest } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { listNotificationRows, type NotificationRow } from './notification-store.ts';
import { toNotificationResponse } from './received-notification.ts';
import { receivedPayloadContext } from './receiver-seal-contexts.ts';

/** Lists the notifications that the bank received, newest first, without activation codes. */
export function listNotificationsOperation(vault: Vault) {
  return implementRest(listNotifications, async ({ tx, caller, audit }, { query }) => {
    const { kind, bankId } = caller;
    if (kind !== 'bank' || bankId === undefined) {
      return fail('wrong_bank', { message: 'Received notifications belong to a bank' });
    }
    const page = readPage(query);
    if (!page.ok) return page;
    const all = await listNotificationRows(tx, bankId, query.type, page.value);
    const { rows, nextCursor } = cutPage(all, page.value, ({ received_at: at, received_id: id }) => ({ at, id }));
    audit(bankId, `bank:${bankId}`, 'received notifications read', { notifications: rows.length });
    return ok({ body: { notifications: rows.map((row) => openRow(vault, bankId, row)), next_cursor: nextCursor } });
  });
}

function openRow(vault: Vault, bankId: string, row: NotificationRow): ReceivedNotification {
  const { sealed_payload: sealed, key_version: keyVersion } = row;
  const payload = vault.open(receivedPayloadContext(bankId, row.notification_id), { sealed, keyVersion });
  return toNotificationResponse(readStoredJson(payload) as unknown as TokenNotification, {
    receivedAt: row.received_at,
    answerId: String(readStoredJson(row.answer).id),
    authenticatedBy: row.authenticated_by,
  });
}
