import { beforeAll, describe, expect, it } from 'vitest';
import { beginRotation } from '../../host/keys/index.ts';
import { commandDeps, rowsByDataKey, waitForRotation } from '../../testing/callers/keys.ts';
import { notification, SECRET_A, TOKEN_OF_TYPE } from '../../testing/notifications.ts';
import { activationRequest } from '../../testing/requests/bank-requests.ts';
import { addReceivingBanks, notificationsTo } from '../../testing/requests/notification-requests.ts';
import { fileServer } from '../../testing/test-server.ts';

const CODE = '482913';
const TEXT = `Your code is ${CODE}`;

const server = fileServer();
beforeAll(async () => {
  await addReceivingBanks(server);
});

const { send, sendSigned } = notificationsTo(() => server);

async function receive(more: Record<string, unknown> = {}): Promise<string> {
  const message = notification('AC', { timestamp: server.clock.now().toISOString(), ...more });
  expect((await send(message)).status).toBe(200);
  return message.id;
}

const read = (id: string, as = 'demo-bank') => server.request({ ...activationRequest(id), as });

async function readActivation(id: string): Promise<unknown> {
  const { status, json } = await read(id);
  return status === 200 ? json.activation_code : json.error_code;
}

const readActivations = () =>
  server.db.sql<{ id: string }>('select notification_id as id from received_activations order by 1');

describe('the activation code of a received notification', () => {
  it('is read once with its text and its expiry, and is then deleted from the database', async () => {
    const id = await receive();
    const end = new Date(server.clock.now().getTime() + 600_000).toISOString();
    const first = await read(id);
    expect([first.status, first.json]).toEqual([200, { activation_code: CODE, text_message: TEXT, expires_at: end }]);
    expect(first.headers['cache-control']).toBe('no-store');
    const second = await read(id);
    expect([second.status, second.json.error_code, second.json.detail]).toEqual([
      404,
      '313',
      'No activation code to read: it was read before, it has expired, or no such notification came',
    ]);
    expect(await readActivations()).not.toContainEqual({ id });
  });

  it('is read by only one of several concurrent requests', async () => {
    const id = await receive();
    const all = await Promise.all([1, 2, 3, 4].map(() => readActivation(id)));
    expect(all.sort()).toEqual(['313', '313', '313', CODE]);
  });

  it('can be read until 10 minutes after the timestamp of its sender, or after its arrival if that is earlier', async () => {
    const start = server.clock.now().getTime();
    const at = (ms: number) => new Date(start + ms).toISOString();
    const [late, early, sentLongAgo, ahead] = [
      await receive({ timestamp: at(-60_000) }),
      await receive({ timestamp: at(-60_000) }),
      await receive({ timestamp: at(-600_000) }),
      await receive({ timestamp: at(86_400_000) }),
    ];
    expect(await readActivations()).not.toContainEqual({ id: sentLongAgo });
    expect(await readActivation(sentLongAgo)).toBe('313');
    server.clock.set(at(539_999));
    expect(await readActivation(early)).toBe(CODE);
    server.clock.set(at(540_000));
    expect(await readActivation(late)).toBe('313');
    server.clock.set(at(600_001));
    expect(await readActivation(late)).toBe('313');
    expect(await readActivation(ahead)).toBe('313');
    expect(await readActivations()).toContainEqual({ id: late });
    await server.server.periodicJobs.runDue();
    expect(await readActivations()).toEqual([]);
    server.clock.set(new Date(start).toISOString());
  });

  it('is not stored again when its sender repeats the notification', async () => {
    const message = notification('AC', { timestamp: server.clock.now().toISOString() });
    await send(message);
    expect(await readActivation(message.id)).toBe(CODE);
    expect((await send(message)).headers['idempotent-replayed']).toBe('true');
    expect(await readActivation(message.id)).toBe('313');
  });

  it('is only the text if an AC has no field for it, and is missing if it has neither', async () => {
    const { activationCode: _, ...token } = TOKEN_OF_TYPE.AC;
    const text = await receive({ details: { textMessage: TEXT, token } });
    const { json } = await read(text);
    expect(json).toEqual({ text_message: TEXT, expires_at: expect.any(String) });
    for (const details of [{ token }, {}, undefined])
      expect(await readActivation(await receive({ details }))).toBe('313');
    const { text: list } = await server.request({
      method: 'GET',
      url: '/V2/webhook/TokenNotification',
      as: 'demo-bank',
    });
    expect(list).not.toContain(CODE);
  });

  it('is stored for a signed message of another type too', async () => {
    const details = { textMessage: TEXT, token: { ...TOKEN_OF_TYPE.TC, activationCode: CODE } };
    const message = notification('TC', { timestamp: server.clock.now().toISOString(), details });
    expect((await sendSigned(message, SECRET_A)).status).toBe(200);
    const rows = await server.db.sql('select bank_id from received_activations where notification_id = $1', [
      message.id,
    ]);
    expect(rows).toEqual([{ bank_id: 'RECA' }]);
  });

  it('needs the scope tokens:codes: without it, a read gets 202 and deletes nothing', async () => {
    const message = notification('AC', { timestamp: server.clock.now().toISOString() });
    await send(message, { as: 'reca' });
    const { status, json } = await read(message.id, 'reca');
    expect([status, json.error_code]).toEqual([403, '202']);
    expect(await readActivations()).toContainEqual({ id: message.id });
  });

  it('is not consumed by a HEAD request', async () => {
    const id = await receive();
    const { url } = activationRequest(id);
    const authorization = `Bearer ${await server.token('demo-bank')}`;
    const { statusCode } = await server.server.app.inject({ method: 'HEAD', url, headers: { authorization } });
    expect(statusCode).toBeGreaterThanOrEqual(404);
    expect(await readActivation(id)).toBe(CODE);
  });

  it('is audited with its reader, without the code', async () => {
    const id = await receive();
    await readActivation(id);
    const rows = await server.db.sql(
      `select bank_id, actor, outcome, row(audit_log.*)::text as whole from audit_log
        where operation = 'receiver.read-activation' and subject = $1`,
      [`notification:${id}`],
    );
    expect(rows).toMatchObject([{ bank_id: 'DEMO', actor: 'demo-bank', outcome: 'activation code read' }]);
    expect(String(rows[0]?.whole)).not.toContain(`"${CODE}"`);
    expect(server.logs.join('\n')).not.toContain(TEXT);
  });

  it('can be opened after a rotation of the data key, which leaves no row under the old one', async () => {
    const id = await receive();
    const version = await beginRotation(await commandDeps(server), 'DATA');
    await waitForRotation(server.db, server.server);
    expect(Object.keys(await rowsByDataKey(server.db))).toEqual([String(version)]);
    expect(await readActivation(id)).toBe(CODE);
  });
});
