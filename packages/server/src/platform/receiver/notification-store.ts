import type { NotificationType } from '@cardwright/contract';
import type { Page } from '../kernel/page.ts';
import { statement, type Tx } from '../storage/index.ts';
import type { ContentHash, SealedText } from '../vault/index.ts';

type AuthenticatedBy = 'BEARER' | 'SIGNATURE';

export interface NewNotification {
  readonly notificationId: string;
  readonly type: NotificationType;
  readonly content: ContentHash;
  readonly payload: SealedText;
  readonly answer: string;
  readonly authenticatedBy: AuthenticatedBy;
}

const insertNotification = statement(
  'receiver.insert-notification',
  `insert into received_notifications (bank_id, notification_id, type, content_hash, content_version, sealed_payload,
     key_version, answer, authenticated_by, received_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (bank_id, notification_id) do nothing returning received_id`,
  { locks: { kind: 'notification', by: [1, 2] } },
);

/**
 * Returns false if the bank has the notification already. If another request is storing it, this one waits for the
 * outcome.
 */
export async function storeNotification(tx: Tx, bankId: string, row: NewNotification, now: Date): Promise<boolean> {
  const stored = await tx.query(insertNotification, [
    bankId,
    row.notificationId,
    row.type,
    row.content.hash,
    row.content.version,
    row.payload.sealed,
    row.payload.keyVersion,
    row.answer,
    row.authenticatedBy,
    now,
  ]);
  return stored.length === 1;
}

const selectAnswer = statement(
  'receiver.select-answer',
  `select content_hash as hash, content_version as version, answer from received_notifications
    where bank_id = $1 and notification_id = $2`,
);

export async function readAnswer(
  tx: Tx,
  bankId: string,
  notificationId: string,
): Promise<(ContentHash & { answer: string }) | undefined> {
  const rows = await tx.query<ContentHash & { answer: string }>(selectAnswer, [bankId, notificationId]);
  return rows[0];
}

export interface NotificationRow {
  notification_id: string;
  received_id: bigint;
  received_at: Date;
  sealed_payload: Buffer;
  key_version: number;
  answer: string;
  authenticated_by: AuthenticatedBy;
}

const COLUMNS = 'notification_id, received_id, received_at, sealed_payload, key_version, answer, authenticated_by';
const listAll = statement(
  'receiver.list-notifications',
  `select ${COLUMNS} from received_notifications
    where bank_id = $1 and (received_at, received_id) < ($2, $3)
    order by received_at desc, received_id desc limit $4`,
);
const listOfType = statement(
  'receiver.list-notifications-of-type',
  `select ${COLUMNS} from received_notifications
    where bank_id = $1 and (received_at, received_id) < ($2, $3) and type = $5
    order by received_at desc, received_id desc limit $4`,
);

/** Lists notifications newest first, of one type or of all, and one row more than the page holds. */
export function listNotificationRows(
  tx: Tx,
  bankId: string,
  type: NotificationType | undefined,
  { before, limit }: Page,
): Promise<NotificationRow[]> {
  const values = [bankId, before.at, before.id, limit + 1];
  return type === undefined ? tx.query(listAll, values) : tx.query(listOfType, [...values, type]);
}

const deleteOld = statement(
  'receiver.delete-old-notifications',
  `delete from received_notifications n
    where n.bank_id = $1 and n.ctid = any(array(
      select o.ctid from received_notifications o where o.bank_id = $1 and o.received_at < $2 limit $3
    ))
   returning n.notification_id`,
);

/** Deletes notifications that were received before that time. Returns the number. */
export async function deleteReceivedBefore(tx: Tx, bankId: string, before: Date, most: number): Promise<number> {
  return (await tx.query(deleteOld, [bankId, before, most])).length;
}
