import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { NOTIFICATION_CODES, type NotificationCode, type TokenNotificationResponse } from '@cardwright/contract';

/** What is sent back: HTTP status, headers and body of the answer (docs/interface/token-notification.md#answer). */
export interface NotificationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: TokenNotificationResponse;
}

const OWN_ID_LENGTH = 12;
/** Without I, L, O and U, which are easily confused. */
const OWN_ID_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The receiver's own id of a delivery. Both sides use it when they talk about the delivery. */
export function newAnswerId(): string {
  return Array.from({ length: OWN_ID_LENGTH }, () => OWN_ID_LETTERS[randomInt(OWN_ID_LETTERS.length)]).join('');
}

/**
 * The answer to a notification. `00` confirms it for good: the sender never sends it again, so store the message before
 * you answer. With any other code it is sent again.
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

/** Sends an answer through Node's http, and therefore through Express too. */
export function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Pick<NotificationAnswer, 'status' | 'headers'> & { readonly body: object },
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}
