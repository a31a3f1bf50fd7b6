import { createConnection } from 'node:net';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { anotherServer } from '../../testing/another-server.ts';
import { authorize, balances, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { act, activationCodeOf, newToken, queueNotifications, TOKEN_REASON } from '../../testing/cards/tokens.ts';
import { lockAccountOf } from '../../testing/database/lock-account.ts';
import { waitsForLocks } from '../../testing/database/waits-for-locks.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, fileServer, testServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const DAY_MS = 86_400_000;

const server = fileServer();
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  await queueNotifications(server);
});

/** Creates an account with an approved authorization of 25.00. */
async function reserve(): Promise<{ reference: string; account: string }> {
  const own = await issueCard(server, { available: '100.00' });
  const message = ecommerceMessage(own);
  expect((await authorize(server, message)).json.Action_Code).toBe('00');
  return { reference: String(message.Retrieval_Reference_Number), account: own.accountNumber };
}

function reverse(reference: string, key: string | string[], amount = '5.00', as = 'demo-network'): Promise<Answer> {
  return server.request({
    method: 'POST',
    url: `/V2/authorizations/${reference}/reversal`,
    as,
    headers: { 'idempotency-key': key },
    payload: { amount },
  });
}

function register(key: string): Promise<Answer> {
  return server.request({
    method: 'POST',
    url: '/V2/webhook-endpoints',
    as: 'demo-bank',
    headers: { 'idempotency-key': key },
    payload: { url: 'http://127.0.0.1:9/keyed' },
  });
}

const isReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

describe('a request with an Idempotency-Key', () => {
  it('that arrives twenty times at once runs once: the others get the same answer, or that it is still running', async () => {
    const { reference, account } = await reserve();
    const answers = await Promise.all(Array.from({ length: 20 }, () => reverse(reference, 'twenty')));
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(others.map(({ status, json }) => `${status} ${json.error_code}`)).toEqual(
      Array(20 - done.length).fill('409 111'),
    );
    expect(await balances(server, account)).toBe('80.00 20.00 100.00');
  });

  it('that arrives while the first is still running is refused at once, and gets the response a second later', async () => {
    const { reference, account } = await reserve();
    const session = new pg.Client(server.db.connection);
    await session.connect();
    await session.query('begin');
    await lockAccountOf(session, account);
    const first = reverse(reference, 'held');
    await expect.poll(() => waitsForLocks(server.db), WITHIN).toHaveLength(1);
    const second = await reverse(reference, 'held');
    expect([second.status, second.json.error_code, second.headers['retry-after']]).toEqual([409, '111', '1']);
    await session.query('rollback');
    await session.end();
    expect((await first).status).toBe(200);
    const again = await reverse(reference, 'held');
    expect([isReplayed(again), again.text]).toEqual([true, (await first).text]);
  });

  it('is a different request from another caller, and for another operation', async () => {
    const { reference, account } = await reserve();
    await reverse(reference, 'shared');
    const byBank = await reverse(reference, 'shared', '5.00', 'demo-bank');
    expect([byBank.status, isReplayed(byBank)]).toEqual([200, false]);
    const completion = await server.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/completion`,
      as: 'demo-network',
      headers: { 'idempotency-key': 'shared' },
      payload: { amount: '5.00' },
    });
    expect([completion.status, isReplayed(completion)]).toEqual([200, false]);
    expect(await balances(server, account)).toBe('95.00 0.00 95.00');
    const client = { client_id: 'second-app', secret: 'second-app-secret', kind: 'bank', bank_id: 'DEMO' } as const;
    const oauth_clients = [{ ...client, scopes: ['tokens:write' as const] }];
    await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
    const suspend = (as: string) =>
      server.request({
        method: 'POST',
        url: `/V2/tokens/${token}/suspend`,
        as,
        headers: { 'idempotency-key': 'one app' },
        payload: TOKEN_REASON,
      });
    const token = await newToken(server, card.exid);
    await suspend('demo-bank');
    expect(isReplayed(await suspend('second-app'))).toBe(false);
    expect(isReplayed(await suspend('demo-bank'))).toBe(true);
  });

  it('is the same request below /V1, with its members in another order, and with its key in quotes', async () => {
    const send = (version: string, key: string, payload: object) =>
      server.request({
        method: 'POST',
        url: `${version}/tokens/${token}/suspend`,
        as: 'demo-bank',
        headers: { 'idempotency-key': key },
        payload,
      });
    const token = await newToken(server, card.exid);
    const first = await send('/V2', 'quoted', TOKEN_REASON);
    const again = await send('/V1', '"quoted"', Object.fromEntries(Object.entries(TOKEN_REASON).reverse()));
    expect([again.text, isReplayed(again)]).toEqual([first.text, true]);
  });

  it('gets the first answer, whatever has happened since', async () => {
    const suspend = () =>
      server.request({
        method: 'POST',
        url: `/V2/tokens/${token}/suspend`,
        as: 'demo-bank',
        headers: { 'idempotency-key': 'of then' },
        payload: TOKEN_REASON,
      });
    const token = await newToken(server, card.exid);
    const first = await suspend();
    await act(server, token, 'delete');
    const again = await suspend();
    expect([again.status, again.text, again.json.token_state]).toEqual([200, first.text, 'SUSPENDED']);
  });

  it('that was refused leaves its key free, unless the refusal counted as a try: then a repeat gets the same refusal', async () => {
    const { reference, account } = await reserve();
    expect((await reverse(reference, 'free', '99.00')).json.error_code).toBe('420');
    expect((await reverse(reference, 'free', 'much')).json.error_code).toBe('105');
    const then = await reverse(reference, 'free', '5.00');
    expect([then.status, isReplayed(then)]).toEqual([200, false]);
    expect(await balances(server, account)).toBe('80.00 20.00 100.00');

    const token = await newToken(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    const wrong = (await activationCodeOf(server, token)) === '000000' ? '000001' : '000000';
    const activate = () =>
      server.request({
        method: 'POST',
        url: `/V2/tokens/${token}/activate`,
        as: 'demo-bank',
        headers: { 'idempotency-key': 'wrong code' },
        payload: { ...TOKEN_REASON, activation_code: wrong },
      });
    const first = await activate();
    expect([first.status, first.json.error_code]).toEqual([400, '106']);
    const again = await activate();
    expect([again.status, again.text, isReplayed(again)]).toEqual([400, first.text, true]);
    const { json } = await server.request({ method: 'GET', url: `/V2/tokens/${token}`, as: 'demo-bank' });
    expect(json.activation_code).toMatchObject({ tries_left: 2 });
  });

  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a character beyond ASCII', 'clé'],
    ['with an open quote', '"abc'],
    ['with parameters', '"abc";a=1'],
    ['sent twice', ['one', 'two']],
  ])('that is %s is 400, among all other findings', async (_what, key) => {
    const { reference } = await reserve();
    const answer = await server.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/reversal`,
      as: 'demo-network',
      headers: { 'idempotency-key': key },
      payload: { amount: 'x'.repeat(21) },
    });
    expect([answer.status, answer.json.error_code]).toEqual([400, '109']);
    expect(answer.json.errors).toMatchObject([{ path: 'Idempotency-Key', code: '109' }, { path: 'amount' }]);
  });

  it('accepts a key of 255 characters, and one with every character that quotes may contain', async () => {
    const { reference } = await reserve();
    expect((await reverse(reference, 'k'.repeat(255))).status).toBe(200);
    expect((await reverse(reference, `"a, \\"b\\" \\\\ ;=c"`)).status).toBe(200);
    expect(isReplayed(await reverse(reference, `"a, \\"b\\" \\\\ ;=c"`))).toBe(true);
  });
});

describe('the stored answer', () => {
  it('is returned by another server after the caller lost it', async () => {
    const { reference, account } = await reserve();
    const bearer = await server.token('demo-network');
    const { port } = (server.server.app.server.address() ?? (await listen())) as { port: number };
    const body = JSON.stringify({ amount: '5.00' });
    const socket = createConnection(port, '127.0.0.1');
    socket.write(
      `POST /V2/authorizations/${reference}/reversal HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${bearer}\r\n` +
        `idempotency-key: lost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => balances(server, account), WITHIN).toBe('80.00 20.00 100.00');
    socket.destroy();
    const other = await anotherServer(server);
    const again = await other.app.inject({
      method: 'POST',
      url: `/V2/authorizations/${reference}/reversal`,
      headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': 'lost' },
      payload: { amount: '5.00' },
    });
    await other.close();
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(again.json()).toMatchObject({ amount: '5.00', reserved_amount: '20.00', available_amount: '80.00' });
    expect(await balances(server, account)).toBe('80.00 20.00 100.00');
  });

  async function listen() {
    await server.server.app.listen({ port: 0, host: '127.0.0.1' });
    return server.server.app.server.address();
  }

  it('and its key are never stored unencrypted: neither the secret of an endpoint, nor a key that is a card number', async () => {
    const first = await register(card.cardNumber);
    const secret = first.json.secret as string;
    expect(secret).toMatch(/^whsec_/);
    expect((await register(card.cardNumber)).json.secret).toBe(secret);
    const [row] = await server.db.sql<{ text: string }>(
      `select string_agg(encode(sealed_answer, 'escape') || encode(key_hash, 'escape') || bank_id, ' ') as text
         from idempotency_keys`,
    );
    expect(row!.text).not.toContain(secret);
    expect(row!.text).not.toContain(card.cardNumber);
  });

  it('is committed together with the effects or not at all', async () => {
    const { reference, account } = await reserve();
    await server.db.sql('alter table idempotency_keys add constraint refuse_all check (false) not valid');
    expect((await reverse(reference, 'together')).status).toBe(500);
    await server.db.sql('alter table idempotency_keys drop constraint refuse_all');
    expect(await balances(server, account)).toBe('75.00 25.00 100.00');
    const then = await reverse(reference, 'together');
    expect([then.status, isReplayed(then)]).toEqual([200, false]);
  });

  it('is repeated with a row in the audit log that refers to the first request', async () => {
    const { reference } = await reserve();
    const { headers } = await reverse(reference, 'audited');
    const again = await reverse(reference, 'audited');
    expect(
      await server.db.sql(`select bank_id, actor, operation, subject, outcome from audit_log where request_id = $1`, [
        again.headers['x-request-id'],
      ]),
    ).toEqual([
      {
        bank_id: '-',
        actor: 'demo-network',
        operation: 'authorization.reverse-authorization',
        subject: `request:${headers['x-request-id']}`,
        outcome: 'replayed',
      },
    ]);
  });

  it('is stored for ninety days, for banks, acquirers and networks', async () => {
    const own = await testServer();
    const acquirer = { method: 'POST' as const, url: '/V2/merchants/deny-list', as: 'demo-reviewer' };
    const headers = { 'content-type': 'text/csv', 'idempotency-key': 'list' };
    const load = () => own.request({ ...acquirer, headers, payload: 'name,reason\nBlack Harbour,fraud\n' });
    const issued = await issueCard(own);
    const message = ecommerceMessage(issued);
    await authorize(own, message);
    const end = () =>
      own.request({
        method: 'POST',
        url: `/V2/authorizations/${message.Retrieval_Reference_Number}/reversal`,
        as: 'demo-network',
        headers: { 'idempotency-key': 'end' },
        payload: {},
      });
    await load();
    const [first, bankId] = [await end(), 'select bank_id from idempotency_keys where bank_id <> $1 order by 1'];
    expect(await own.db.sql(bankId, ['DEMO'])).toEqual([{ bank_id: '-' }, { bank_id: 'acquirer:DEMO' }]);
    for (let months = 0; months < 3; months++) {
      own.clock.advance(30 * DAY_MS);
      await own.server.periodicJobs.runDue();
    }
    expect([isReplayed(await load()), (await end()).text]).toEqual([true, first.text]);
    own.clock.advance(DAY_MS);
    await own.server.periodicJobs.runDue();
    expect(await own.db.sql('select bank_id from idempotency_keys')).toEqual([]);
    expect(isReplayed(await load())).toBe(false);
    await own.close();
  });
});
