import {
  differencesOf,
  type FieldSchema,
  type JsonObject,
  TOKEN_FIELDS,
  TokenNotification,
} from '@cardwright/contract';
import { verifyWebhook } from '@cardwright/sdk';
import type { Trial } from '../conformance-case.ts';
import type { NotificationArrived } from '../deliveries.ts';
import { objectIn, textIn } from '../exchange.ts';
import type { KnownCard } from '../target.ts';

/** Maximum difference between the clocks of both sides, in seconds. */
const AN_HOUR = 3_600;

/** Checks a notification against its table, and its signature against the secret of the endpoint. */
export function checkMessage(
  trial: Trial,
  delivery: NotificationArrived,
  json: JsonObject,
  card: KnownCard,
  secret: string | undefined,
): void {
  const wrong = differencesOf(TokenNotification as unknown as FieldSchema, json, '', 'whole').filter(
    ({ kind }) => kind !== 'unknown',
  );
  trial.check(
    'notification.message',
    wrong.length === 0,
    `a notification deviates from its table: ${wrong.map(({ path, what }) => `${path} ${what}`).join(', ')}`,
  );
  const type = textIn(json, 'type') as keyof typeof TOKEN_FIELDS;
  const token = objectIn(json, 'details', 'token') ?? {};
  const absent = (TOKEN_FIELDS[type] ?? []).filter((field) => typeof token[field] !== 'string' || token[field] === '');
  trial.check('notification.message', absent.length === 0, `${type} lacks its ${absent.join(', ')}`);
  const client = textIn(objectIn(json, 'details', 'card'), 'clientId');
  trial.check('notification.message', client === card.customerId, `${type} does not name the client`);
  const masked = textIn(objectIn(json, 'details', 'card'), 'maskedCardNumber') ?? '';
  trial.check(
    'answer.masked',
    !delivery.text.includes(card.cardNumber) && masked !== '',
    `${type} contains the full card number, or no masked card number`,
  );
  if (secret === undefined) return;
  const isOwn = delivery.headers['webhook-id'] === textIn(json, 'id');
  trial.check(
    'notification.signed',
    isOwn && isSigned(delivery, secret),
    `${type} has no valid Standard Webhooks signature`,
  );
}

function isSigned({ headers, text }: NotificationArrived, secret: string): boolean {
  return verifyWebhook({ headers, body: text, keys: [secret], toleranceSeconds: AN_HOUR }).ok;
}
