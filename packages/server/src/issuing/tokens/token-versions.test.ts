import { beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import {
  act,
  activationCodeOf,
  newToken,
  notificationsOf,
  provision,
  queueNotifications,
  TOKEN_REASON,
} from '../../testing/cards/tokens.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();
let exid: string;
beforeAll(async () => {
  await queueNotifications(server);
  ({ exid } = await issueCard(server));
});

function change(
  reference: string,
  action: string,
  ifMatch: string,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const { headers = {}, ...body } = more;
  return server.request({
    method: 'POST',
    url: `/V2/tokens/${reference}/${action}`,
    as: 'demo-bank',
    headers: { 'if-match': ifMatch, ...(headers as object) },
    payload: { ...TOKEN_REASON, ...body },
  });
}

const read = (reference: string) => server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
const summary = ({ status, headers, json }: Answer) => [status, headers.etag, json.token_state];
const errorOf = ({ status, json }: Answer) => [status, json.error_code, json.detail];

describe('the version of a token', () => {
  it('is returned by every read and change, and incremented by each actual change', async () => {
    const answer = await provision(server, exid, { activation: 'CODE', activation_pref: 'SMS' });
    const reference = answer.json.token_reference as string;
    expect(summary(answer)).toEqual([200, '"2"', 'PENDING_ACTIVATION']);
    expect(summary(await act(server, reference, 'activation-code'))).toEqual([200, '"3"', 'PENDING_ACTIVATION']);
    const code = { activation_code: await activationCodeOf(server, reference) };
    expect(summary(await act(server, reference, 'activate', code))).toEqual([200, '"4"', 'ACTIVE']);
    expect(summary(await act(server, reference, 'activate', code))).toEqual([200, '"4"', 'ACTIVE']);
    expect(summary(await act(server, reference, 'suspend'))).toEqual([200, '"5"', 'SUSPENDED']);
    expect(summary(await act(server, reference, 'suspend'))).toEqual([200, '"5"', 'SUSPENDED']);
    expect(summary(await act(server, reference, 'resume'))).toEqual([200, '"6"', 'ACTIVE']);
    expect(summary(await read(reference))).toEqual([200, '"6"', 'ACTIVE']);
    expect(summary(await act(server, reference, 'deactivate'))).toEqual([200, '"7"', 'DEACTIVATED']);
    expect(summary(await act(server, reference, 'delete'))).toEqual([200, '"8"', 'DELETED']);
  });

  it('detects a suspend that arrives after a later resume: it changes nothing and sends nothing', async () => {
    const reference = await newToken(server, exid);
    const { etag } = (await read(reference)).headers;
    await act(server, reference, 'suspend');
    await act(server, reference, 'resume');
    const count = (await notificationsOf(server, reference)).length;
    const lateAnswer = await change(reference, 'suspend', String(etag));
    expect(errorOf(lateAnswer)).toEqual([412, '423', 'The token is ACTIVE in its version "4"']);
    expect(summary(await read(reference))).toEqual([200, '"4"', 'ACTIVE']);
    expect(await notificationsOf(server, reference)).toHaveLength(count);
    const [row] = await server.db.sql(
      `select operation, details->>'reason' as reason from audit_log
        where bank_id = 'DEMO' and subject = $1 and outcome = 'refused'`,
      [`token:${reference}`],
    );
    expect(row).toEqual({ operation: 'tokens.suspend-token', reason: 'The token is ACTIVE in its version "4"' });
  });

  it.each([
    ['the version that it has', '"2"', 200],
    ['a list with it', '"1", "2"', 200],
    ['any', '*', 200],
    ['an earlier one', '"1"', 412],
    ['a list without it', '"1", "3"', 412],
    ['the weak form of it', 'W/"2"', 412],
    ['no tag', '2', 400],
    ['nothing', '', 400],
  ])('in If-Match as %s: %j, gets %i', async (_what, ifMatch, status) => {
    const reference = await newToken(server, exid);
    expect((await read(reference)).headers.etag).toBe('"2"');
    const answer = await change(reference, 'suspend', ifMatch);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json.error_code).toBe({ 200: undefined, 412: '423', 400: '105' }[status]);
    expect((await read(reference)).headers.etag).toBe(status === 200 ? '"3"' : '"2"');
  });

  it.each(['activation-code', 'activate', 'suspend', 'resume', 'deactivate', 'delete'] as const)(
    'is compared by %s',
    async (action) => {
      const reference = await newToken(server, exid, { activation: 'CODE', activation_pref: 'SMS' });
      const more = action === 'activate' ? { activation_code: await activationCodeOf(server, reference) } : {};
      expect(errorOf(await change(reference, action, '"1"', more))).toEqual([
        412,
        '423',
        'The token is PENDING_ACTIVATION in its version "2"',
      ]);
    },
  );

  it('is compared before the state, so only callers that know the state learn what forbids the change', async () => {
    const reference = await newToken(server, exid);
    await act(server, reference, 'delete');
    expect((await change(reference, 'suspend', '"2"')).status).toBe(412);
    expect((await change(reference, 'suspend', '"3"')).json.error_code).toBe('420');
    expect((await change('00000000-0000-4000-8000-000000000000', 'suspend', '*')).json.error_code).toBe('307');
  });

  it('lets one of twenty suspend requests with the same version succeed, and counts no try of a code under a stale one', async () => {
    const reference = await newToken(server, exid);
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(reference, 'suspend', '"2"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
    expect(summary(await read(reference))).toEqual([200, '"3"', 'SUSPENDED']);

    const requestedToken = await newToken(server, exid, { activation: 'CODE', activation_pref: 'SMS' });
    const wrong = (await activationCodeOf(server, requestedToken)) === '000000' ? '000001' : '000000';
    expect((await change(requestedToken, 'activate', '"1"', { activation_code: wrong })).status).toBe(412);
    expect((await change(requestedToken, 'activation-code', '"1"')).status).toBe(412);
    expect((await read(requestedToken)).json.activation_code).toMatchObject({ tries_left: 3 });
  });

  it('is unchanged in the stored response of an Idempotency-Key, which is found before versions are compared', async () => {
    const reference = await newToken(server, exid);
    const headersOf = { headers: { 'idempotency-key': 'versioned' } };
    expect(summary(await change(reference, 'suspend', '"2"', headersOf))).toEqual([200, '"3"', 'SUSPENDED']);
    await act(server, reference, 'resume');
    const again = await change(reference, 'suspend', '"2"', headersOf);
    expect([...summary(again), again.headers['idempotent-replayed']]).toEqual([200, '"3"', 'SUSPENDED', 'true']);
    expect((await change(reference, 'suspend', '"4"', headersOf)).json.error_code).toBe('110');
  });
});
