import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { NOTIFICATION_CODES, type NotificationCode, type TokenNotificationResponse } from '@cardwright/contract';

/** The answer to send: HTTP status, headers and body (docs/interface/token-notification.md#response). */
export interface NotificationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: TokenNotificationResponse;
}

const OWN_ID_LENGTH = 12;
/** The alphabet omits I, L, O and U, which are easily confused with other characters. */
const OWN_ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates the receiver's own random id for a delivery. Both sides can use it as a reference. */
export function newAnswerId(): string {
  return Array.from({ length: OWN_ID_LENGTH }, () => OWN_ID_LETTERS[randomInt(OWN_ID_LETTERS.length)]).join('');
}

/**
 * Creates the answer to a notification. `00` is a final confirmation: the sender never repeats the message, so store it
 * before you answer. After any other code, the sender repeats the message, unless the endpoint declares the code final.
 */
export function answerNotification({
  type,
  code = '00',
  description = NOTIFICATION_CODES[code].text,
  id = newAnswerId(),
  now = new Date(),
}: {
  /** The notification's type; empty if it could not be read. */
  type: string;
  code?: NotificationCode;
  /** At most 30 characters. */
  description?: string;
  id?: string;
  now?: Date;
}): NotificationAnswer {
  return {
    status: NOTIFICATION_CODES[code].http,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: { id, type, timestamp: now.toISOString(), response: { status: { code, description } } },
  };
}

/** Sends an answer through Node's `http` module, which also covers Express. */
export function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Pick<NotificationAnswer, 'status' | 'headers'> & { readonly body: object },
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}
