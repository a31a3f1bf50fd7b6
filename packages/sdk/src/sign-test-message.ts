import { signWebhook } from './sign-webhook.ts';

/** A signed notification for the receiver's tests. */
export interface TestMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const SAMPLE = {
  id: '0190b5a4-3c1d-7e52-9a41-0f1e2d3c4b5a',
  type: 'TC',
  timestamp: '2026-11-20T08:00:00.000Z',
  details: {
    card: {
      id: { type: 'externalCardId', value: '9000000000000000001' },
      maskedCardNumber: '400000XXXXXX0018',
      clientId: 'DEMO-CUSTOMER-1',
      mobilePhone: '+971500000000',
      language: 'ENG',
    },
    textMessage: 'Your card ending 0018 can now be used with Phone Pay.',
    token: { requestorId: '5011000001', requestorName: 'Phone Pay', deviceType: 'PHONE' },
  },
};

/** Signs a message as the sender does. `notification` is any JSON value, or a string that is sent unchanged. */
export function signTestMessage({
  secret,
  keys = secret === undefined ? [] : [secret],
  notification = SAMPLE,
  id = idOf(notification),
  at = new Date(),
}: {
  /** The secret `whsec_...`, or the sender's private key `whsk_...`. */
  secret?: string;
  keys?: readonly string[];
  notification?: unknown;
  /** The webhook-id of the message. Default: the id of the notification. */
  id?: string;
  at?: Date;
}): TestMessage {
  const body = typeof notification === 'string' ? notification : JSON.stringify(notification);
  const timestamp = Math.floor(at.getTime() / 1_000);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id, timestamp, body, keys }),
    },
  };
}

function idOf(notification: unknown): string {
  const { id } = (notification ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : SAMPLE.id;
}
