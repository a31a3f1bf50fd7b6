import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import type { Answer, TestServer } from '../test-server.ts';

/** The reason and requester that every change of a token needs. */
export const TOKEN_REASON = { requested_by: 'CARDHOLDER', reason_code: 'TEST' };

const ENDPOINT = 'test-endpoint';

/** Adds a paused endpoint: notifications for it stay where a test can read them. */
export async function queueNotifications(server: TestServer, bankId = 'DEMO'): Promise<void> {
  await server.db.sql(
    `insert into webhook_endpoints (bank_id, endpoint_id, owner_kind, owner_id, url, state, max_in_flight, created_at,
       changed_at)
     values ($1, $2, 'bank', $1, 'https://bank.test/notifications', 'PAUSED', 1, now(), now())`,
    [bankId, ENDPOINT],
  );
}

export interface QueuedNotification {
  id: string;
  type: string;
  timestamp: string;
  details: {
    card: Record<string, unknown>;
    textMessage: string;
    token: Record<string, string>;
  };
}

/** Returns the notifications of a token so far, in order. */
export async function notificationsOf(
  server: TestServer,
  reference: string,
  bankId = 'DEMO',
): Promise<QueuedNotification[]> {
  const rows = await server.db.sql<{
    notification_id: string;
    type: string;
    sealed_payload: Buffer;
    key_version: number;
  }>(
    `select notification_id, type, sealed_payload, key_version from outbox_messages
      where bank_id = $1 and endpoint_id = $2 and stream = $3 order by stream_sequence`,
    [bankId, ENDPOINT, `token:${reference}`],
  );
  const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
  return rows.map((row) => {
    const sealed = { sealed: row.sealed_payload, keyVersion: row.key_version };
    const notification = JSON.parse(
      vault.open(`notification:${bankId}:${row.notification_id}`, sealed),
    ) as QueuedNotification;
    if (notification.id !== row.notification_id || notification.type !== row.type)
      throw new Error('a payload of another message');
    return notification;
  });
}

/** Returns the activation code of a token's newest AC notification. */
export async function activationCodeOf(server: TestServer, reference: string): Promise<string> {
  const last = (await notificationsOf(server, reference)).filter(({ type }) => type === 'AC').at(-1);
  return last!.details.token.activationCode!;
}

export function provision(
  server: Pick<TestServer, 'request'>,
  exid: string,
  more: Record<string, unknown> = {},
  options: { as?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { as = 'demo-bank', headers = {} } = options;
  const payload = {
    card_identifier_id: exid,
    card_identifier_type: 'EXID',
    requestor_id: '4001003027',
    requestor_name: 'Example Pay',
    device_type: 'PHONE',
    activation: 'NONE',
    ...TOKEN_REASON,
    ...more,
  };
  return server.request({ method: 'POST', url: '/V2/tokens', as, headers, payload });
}

/** Creates a token of the card through the interface, and returns its reference. */
export async function newToken(
  server: TestServer,
  exid: string,
  more: Record<string, unknown> = {},
  as?: string,
): Promise<string> {
  const { status, text, json } = await provision(server, exid, more, as === undefined ? {} : { as });
  if (status !== 200) throw new Error(`no token: ${text}`);
  return json.token_reference as string;
}

export type TokenAction = 'activation-code' | 'activate' | 'suspend' | 'resume' | 'deactivate' | 'delete';

export function act(
  server: Pick<TestServer, 'request'>,
  reference: string,
  action: TokenAction,
  more: Record<string, unknown> = {},
  as = 'demo-bank',
): Promise<Answer> {
  const payload = { ...TOKEN_REASON, ...more };
  return server.request({ method: 'POST', url: `/V2/tokens/${reference}/${action}`, as, payload });
}

export async function readState(server: TestServer, reference: string): Promise<string> {
  const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
  return json.token_state as string;
}

export function setTokenControls(
  server: Pick<TestServer, 'request'>,
  reference: string,
  payload: object,
  as = 'demo-bank',
): Promise<Answer> {
  return server.request({ method: 'PUT', url: `/V2/tokens/${reference}/controls`, as, payload });
}
