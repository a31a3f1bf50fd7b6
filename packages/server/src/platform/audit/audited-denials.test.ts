import { describe, expect, it } from 'vitest';
import { auditedRows } from '../../testing/audited-rows.ts';
import { insurance } from '../../testing/cards/insurance.ts';
import { ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { createDenials } from './denials.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server));

const rowsOf = (work: () => Promise<unknown>) => auditedRows(server, work);

const cardIdentifier = (of: IssuedCard) => ({ card_identifier_id: of.exid, card_identifier_type: 'EXID' });

describe('a denied access is one row', () => {
  it.each([
    ['no token', {}, '201'],
    ['an invalid token', { authorization: 'Bearer nonsense' }, '201'],
  ])('of an envelope with %s, in the operator’s log', async (_what, headers, code) => {
    const url = '/V2/cardservices/CardDetailsEnquiry';
    const rows = await rowsOf(() => server.request({ method: 'POST', url, headers, payload: {} }));
    expect(rows).toEqual([
      {
        bank_id: '-',
        actor: 'unknown',
        operation: 'cards.enquire-card',
        subject: 'operation:cards.enquire-card',
        outcome: 'denied',
        from_address: '127.0.0.1',
        details: { code, path: url },
        before: null,
        after: null,
      },
    ]);
  });

  it('of a missing scope, in the log of the caller', async () => {
    const acquirer = await rowsOf(() =>
      server.envelope('cards.enquire-card', cardIdentifier(card), { as: 'demo-acquirer', header: { bank_id: 'DEMO' } }),
    );
    expect(acquirer.map(({ bank_id, actor, details }) => [bank_id, actor, details?.code])).toEqual([
      [expect.stringMatching(/^acquirer:/), 'demo-acquirer', '202'],
    ]);
    const network = await rowsOf(() =>
      server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-network' }),
    );
    expect(network.map(({ bank_id, actor, details }) => [bank_id, actor, details?.code])).toEqual([
      ['-', 'demo-network', '202'],
    ]);
  });

  it('of another bank’s data, in an envelope or in plain JSON', async () => {
    const header = { bank_id: 'OTHR' };
    const envelope = await rowsOf(() => server.envelope('cards.enquire-card', cardIdentifier(card), { header }));
    const plain = await rowsOf(() =>
      insurance(server, 'GET', `/cards/${card.exid}/insurances`, { headers: { 'Financial-Id': 'OTHR' } }),
    );
    for (const [rows, operation] of [
      [envelope, 'cards.enquire-card'],
      [plain, 'insurance.list-programs'],
    ] as const) {
      expect(rows).toMatchObject([
        { bank_id: 'DEMO', actor: 'demo-bank', operation, outcome: 'denied', details: { code: '203' } },
      ]);
    }
  });

  it('of an authorization and of a token notification', async () => {
    const payload = ecommerceMessage(card) as object;
    const authorization = await rowsOf(() =>
      server.request({ method: 'POST', url: '/V2/authorizations/Ecommerce', payload }),
    );
    expect(authorization).toMatchObject([
      { bank_id: '-', operation: 'authorization.authorize-ecommerce', details: { code: '201' } },
    ]);
    const notification = await rowsOf(() =>
      server.request({ method: 'POST', url: '/V2/webhook/TokenNotification', payload: { id: 'x' } }),
    );
    expect(notification).toMatchObject([
      { bank_id: '-', operation: 'receiver.receive-token-notification', details: { code: '201' } },
    ]);
  });

  it('of a missing object or of one of another bank: the same row for both', async () => {
    const theirs = await issueCard(server, { as: 'other-bank' });
    for (const body of [cardIdentifier(theirs), { ...cardIdentifier(card), card_identifier_id: '9'.repeat(19) }]) {
      const rows = await rowsOf(() => server.envelope('cards.enquire-card', body));
      expect(rows).toMatchObject([
        { bank_id: 'DEMO', actor: 'demo-bank', outcome: 'not found', details: { code: '303' } },
      ]);
    }
  });

  it.each([
    ['an authorization', '/V2/authorizations/632499999999', '311'],
    ['a token', '/V2/tokens/1a2b3c4d-0000-4000-8000-000000000000', '307'],
    ['an endpoint', '/V2/webhook-endpoints/1a2b3c4d-0000-4000-8000-000000000000', '312'],
  ])('of a missing %s', async (_what, url, code) => {
    const rows = await rowsOf(() => server.request({ method: 'GET', url, as: 'demo-bank' }));
    expect(rows).toMatchObject([{ bank_id: 'DEMO', outcome: 'not found', details: { code, path: url } }]);
  });

  it('without card numbers, wherever the request contains one', async () => {
    const rows = await rowsOf(() =>
      insurance(server, 'GET', `/cards/${card.cardNumber}/insurances`, { as: 'other-bank' }),
    );
    expect(JSON.stringify(rows)).not.toContain(card.cardNumber);
  });
});

describe('a sign-in', () => {
  const signIn = async (payload: Record<string, string>) => {
    const before = await server.db.sql<{ last: string }>('select max(audit_id) as last from audit_log');
    await server.request({
      method: 'POST',
      url: '/oauth2/token',
      payload: { grant_type: 'client_credentials', ...payload },
    });
    return await server.db.sql(
      `select bank_id, actor, subject, outcome, from_address, details from audit_log where audit_id > $1 order by audit_id`,
      [before[0]!.last],
    );
  };

  it('is a row of the client’s bank', async () => {
    expect(await signIn({ client_id: 'demo-bank', client_secret: 'demo-bank-secret' })).toEqual([
      {
        bank_id: 'DEMO',
        actor: 'demo-bank',
        subject: 'oauth-client:demo-bank',
        outcome: 'signed in',
        from_address: '127.0.0.1',
        details: null,
      },
    ]);
  });

  it('that fails is a row too: in the bank’s log if the client is known, otherwise in the operator’s', async () => {
    const denied = { outcome: 'sign-in denied', from_address: '127.0.0.1', details: { error: 'invalid_client' } };
    expect(await signIn({ client_id: 'demo-bank', client_secret: 'wrong' })).toEqual([
      { ...denied, bank_id: 'DEMO', actor: 'demo-bank', subject: 'oauth-client:demo-bank' },
    ]);
    expect(await signIn({ client_id: 'nobody', client_secret: 'wrong' })).toEqual([
      { ...denied, bank_id: '-', actor: 'unknown', subject: 'oauth-client' },
    ]);
    expect(await signIn({ client_assertion: 'x', client_assertion_type: ASSERTION })).toEqual([
      { ...denied, bank_id: '-', actor: 'unknown', subject: 'oauth-client' },
    ]);
    expect(await signIn({ client_id: 'demo-bank', client_secret: 'demo-bank-secret', scope: 'all' })).toMatchObject([
      { bank_id: 'DEMO', details: { error: 'invalid_scope' } },
    ]);
  });
});

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

describe('a flood of denials', () => {
  it('writes at most twenty rows a second to a log, and then the number of the others', async () => {
    let ms = 0;
    const denials = createDenials({
      database: server.db.database,
      clock: server.clock,
      onError: (error) => {
        throw error;
      },
      elapsedMs: () => ms,
    });
    const entry = { actor: 'unknown', operation: 'flood', subject: 's', outcome: 'denied', requestId: 'r' };
    const rows = await rowsOf(async () => {
      await Promise.all(Array.from({ length: 500 }, () => denials.record('-', entry)));
      await denials.record('OTHR', entry);
      await denials.flush();
      ms = 1_000;
      await denials.flush();
      await denials.record('-', entry);
    });
    const count = (bankId: string, outcome: string) =>
      rows.filter((row) => row.bank_id === bankId && row.outcome === outcome).length;
    expect([count('-', 'denied'), count('OTHR', 'denied'), count('-', 'more were refused')]).toEqual([21, 1, 1]);
    expect(rows.find(({ outcome }) => outcome === 'more were refused')?.details).toEqual({
      count: 480,
      outcome: 'denied',
    });
  });

  it('is denied even if the log cannot be written', async () => {
    await server.db.sql(`alter table audit_log add constraint refuse_all check (outcome <> 'denied') not valid`);
    try {
      const { status } = await server.request({ method: 'GET', url: '/V2/contract-warnings' });
      expect(status).toBe(401);
      expect(server.logs.join('')).toContain('failed to write a denial to the audit log');
    } finally {
      await server.db.sql('alter table audit_log drop constraint refuse_all');
    }
  });
});
