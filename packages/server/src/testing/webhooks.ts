import type { Answer, TestServer } from './test-server.ts';
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

type RequestServer = Pick<TestServer, 'request'>;

/** Sends a request to a path below /webhook-endpoints: by default a GET, or a POST if there is a body. */
export function webhooks(
  server: RequestServer,
  path: string,
  { as = 'demo-bank', method, body }: { as?: string; method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: object } = {},
): Promise<Answer> {
  return server.request({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: `/V2/webhook-endpoints${path}`,
    as,
    ...(body !== undefined && { payload: body }),
  });
}

export interface RegisteredEndpoint {
  readonly id: string;
  readonly secret: string;
  readonly publicKey: string | null;
}

let endpoints = 0;

/** Registers an endpoint. The default URL is one at which no server listens. */
export async function registerWebhook(
  server: RequestServer,
  more: Record<string, unknown> = {},
  as?: string,
): Promise<RegisteredEndpoint> {
  const url = `http://127.0.0.1:9/${++endpoints}`;
  const { status, json, text } = await webhooks(server, '', {
    body: { url, ...more },
    ...(as !== undefined && { as }),
  });
  if (status !== 200) throw new Error(`not registered: ${text}`);
  const made = json as unknown as { endpoint: { endpoint_id: string }; secret: string; public_key: string | null };
  return { id: made.endpoint.endpoint_id, secret: made.secret, publicKey: made.public_key };
}

/** Starts a receiver that gets no earlier notifications: deletes all endpoints with their messages. */
export async function freshReceiver({ db }: Pick<TestServer, 'db'>): Promise<WebhookReceiver> {
  for (const table of ['outbox_messages', 'outbox_events', 'outbox_streams', 'outbox_attempts', 'webhook_endpoints']) {
    await db.sql(`delete from ${table}`);
  }
  return await startReceiver({ tls: 'none' });
}
