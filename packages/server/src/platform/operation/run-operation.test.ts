import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balances,
  cardBody,
  clientBody,
  issueAccount,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, nextMsgId, type TestServer, testServer } from '../../testing/test-server.ts';

describe('a repeated envelope request', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server?.close());

  const credit = (accountNumber: string, amount = '10.00') => ({
    account_identifier_id: accountNumber,
    account_identifier_type: 'CONTRACT_NUMBER',
    transaction: {
      transaction_code: 'CREDIT',
      transaction_date: '2026-11-20',
      amount,
      currency: 'AED',
      transaction_ref_number: 'REF',
    },
  });
  const post = (body: unknown, msg_id: unknown, header: Record<string, unknown> = {}, more: EnvelopeOptions = {}) =>
    server.envelope('accounts.post-transaction', body, { ...more, header: { msg_id, ...header } });

  it('gets the stored answer, marked as a repeat, and takes effect once; its timestamp may differ', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    const first = await post(credit(accountNumber), id);
    expect(first.body.available_amount).toBe('10.00');
    expect(first.http.headers['idempotent-replayed']).toBeUndefined();
    await post(credit(accountNumber, '5.00'), nextMsgId());
    const again = await post(credit(accountNumber), id, { timestamp: '2026-11-20T12:34:56.789+04:00' });
    expect(again.http.status).toBe(200);
    expect(again.http.headers['idempotent-replayed']).toBe('true');
    expect(again.http.text).toBe(first.http.text);
    expect(await balances(server, accountNumber)).toBe('15.00 0.00 15.00');
  });

  it('takes effect once if it arrives twenty times at once, and all get the same answer', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(credit(accountNumber), id)));
    expect(new Set(answers.map(({ http }) => http.text)).size).toBe(1);
    expect(answers[0]!.exception.error_code).toBe('000');
    expect(answers.filter(({ http }) => http.headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    expect(await balances(server, accountNumber)).toBe('10.00 0.00 10.00');
    const [row] = await server.db.sql('select count(*)::int from audit_log where subject = $1 and outcome = $2', [
      `account:${accountNumber}`,
      'CREDIT',
    ]);
    expect(row).toEqual({ count: 1 });
  });

  it('with other content is refused with the text Duplicate Message ID', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    await post(credit(accountNumber), id);
    const other = await post(credit(accountNumber, '20.00'), id);
    expect(other.http.status).toBe(409);
    expect(other.header.msg_id).toBe(id);
    expect(other.exception).toMatchObject({
      status: 'F',
      error_code: '108',
      error_description: 'Duplicate Message ID',
      transaction_ref_id: 'TRACK-1',
    });
    expect(other.body.errors).toEqual([{ path: '', code: '108', message: 'Duplicate Message ID' }]);
    const otherOperation = await server.envelope('clients.create-client', clientBody('CIF-108'), {
      header: { msg_id: id },
    });
    expect(otherOperation.exception.error_code).toBe('108');
    const otherHeader = await post(credit(accountNumber), id, { tracking_id: 'ANOTHER' });
    expect(otherHeader.exception.error_code).toBe('108');
    expect(await balances(server, accountNumber)).toBe('10.00 0.00 10.00');
  });

  it('accepts one of two contents that arrive ten times each at once under one id', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    const amounts = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? '10.00' : '20.00'));
    const answers = await Promise.all(amounts.map((amount) => post(credit(accountNumber, amount), id)));
    const [available] = (await balances(server, accountNumber)).split(' ');
    expect(['10.00', '20.00']).toContain(available);
    const codes = answers.map(({ exception }) => exception.error_code);
    expect(codes).toEqual(amounts.map((amount) => (amount === available ? '000' : '108')));
  });

  it('is the same request whatever the order of its members or the spelling of its id', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const { transaction, ...named } = credit(accountNumber);
    await post({ ...named, transaction }, '471100000001');
    const reordered = Object.fromEntries(Object.entries(transaction).reverse());
    const again = await post({ transaction: reordered, ...named }, 471_100_000_001);
    expect(again.http.headers['idempotent-replayed']).toBe('true');
    expect(again.header.msg_id).toBe('471100000001');
    expect(await balances(server, accountNumber)).toBe('10.00 0.00 10.00');
  });

  it('is the same request on its own path, on the path of all operations, and under either version', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    const first = await post(credit(accountNumber), id);
    for (const path of ['/V2/services', '/V1/services', '/V1/accountservices/AccountTransaction']) {
      const again = await post(credit(accountNumber), id, {}, { path });
      expect(again.http.headers['idempotent-replayed'], path).toBe('true');
      expect(again.http.text).toBe(first.http.text);
    }
    expect(await balances(server, accountNumber)).toBe('10.00 0.00 10.00');
  });

  it('is recognized by its operation, not by its msg_type', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    await post(credit(accountNumber), id, { msg_type: 'ENQUIRY' });
    const again = await post(credit(accountNumber), id, { msg_type: 'ENQUIRY' });
    expect(again.http.headers['idempotent-replayed']).toBe('true');
    expect(await balances(server, accountNumber)).toBe('10.00 0.00 10.00');
  });

  it('is a different request from another src_application or another bank', async () => {
    const [ours, theirs] = [
      await issueAccount(server, { available: '0.00' }),
      await issueAccount(server, { as: 'other-bank', available: '0.00' }),
    ];
    const id = nextMsgId();
    const sources = ['IB', 'IVR', 'ib'];
    for (const [at, src_application] of sources.entries()) {
      const answer = await post(credit(ours.accountNumber), id, { src_application });
      expect(answer.http.headers['idempotent-replayed']).toBeUndefined();
      expect(answer.body.available_amount).toBe(`${at + 1}0.00`);
    }
    for (const [at, src_application] of sources.entries()) {
      const again = await post(credit(ours.accountNumber), id, { src_application });
      expect(again.http.headers['idempotent-replayed']).toBe('true');
      expect(again.body.available_amount).toBe(`${at + 1}0.00`);
    }
    expect(await balances(server, ours.accountNumber)).toBe('30.00 0.00 30.00');
    const euro = credit(theirs.accountNumber);
    const body = { ...euro, transaction: { ...euro.transaction, currency: 'EUR' } };
    const other = await post(body, id, { src_application: 'IB' }, { as: 'other-bank' });
    expect(other.exception.error_code).toBe('000');
    expect(await balances(server, theirs.accountNumber, 'other-bank')).toBe('10.00 0.00 10.00');
  });

  it('may use the id of a request that failed, whatever the reason', async () => {
    const id = nextMsgId();
    const header = { msg_id: id };
    const account = {
      customer_id: 'CIF-LATER',
      card_type: 'DEBIT',
      account: { customer_id: 'CIF-LATER', branch_code: '1', product_code: 'DEBIT-CLASSIC', currency: 'AED' },
    };
    const create = (body: unknown) => server.envelope('accounts.create-account', body, { header });
    expect((await create({ ...account, card_type: 'GOLD' })).exception.error_code).toBe('106');
    expect((await create(account)).exception.error_code).toBe('301');
    await server.envelope('clients.create-client', clientBody('CIF-LATER'));
    const done = await create(account);
    expect(done.exception.error_code).toBe('000');
    expect(done.http.headers['idempotent-replayed']).toBeUndefined();
  });

  it('is no repeat for an enquiry, which runs again under the same id, also for another object', async () => {
    const [one, other] = [
      await issueAccount(server, { available: '1.00' }),
      await issueAccount(server, { available: '2.00' }),
    ];
    const header = { msg_id: nextMsgId() };
    const readBalance = async (accountNumber: string) => {
      const body = { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
      const { http, body: answered } = await server.envelope('accounts.enquire-balance', body, { header });
      expect(http.headers['idempotent-replayed']).toBeUndefined();
      return answered.balances[0].amount;
    };
    expect([
      await readBalance(one.accountNumber),
      await readBalance(other.accountNumber),
      await readBalance(one.accountNumber),
    ]).toEqual(['1.00', '2.00', '1.00']);
  });

  it('gets the warnings of the first; members that the table does not list count for the comparison and are not returned', async () => {
    const text = JSON.stringify({
      GwSrvRequest: {
        request_client_create: {
          header: {
            msg_id: nextMsgId(),
            msg_type: 'TRANSACTION',
            msg_function: 'REQ_CLIENT_CREATE',
            src_application: 'TEST',
            target_application: 'CARDWRIGHT',
            timestamp: '20/11/2026 12:00:00',
            bank_id: 'DEMO',
          },
          body: clientBody('CIF-EXACT', {
            score: 'SCORE',
            custom_fields: [{ key: 'CL-MAIL-ADDR-IND', value: 'PRESENT' }],
          }),
        },
      },
    }).replace('"SCORE"', '12345678901234567890.10');
    const send = () =>
      server.request({
        method: 'POST',
        url: '/V2/cardservices/ClientCreate',
        as: 'demo-bank',
        headers: { 'content-type': 'application/json' },
        payload: text,
      });
    const first = await send();
    const again = await send();
    const stored = await server.db.sql(`select record->>'score' as score from clients where customer_id = 'CIF-EXACT'`);
    expect(stored).toEqual([{ score: '12345678901234567890.10' }]);
    expect(first.text).not.toContain('score');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    // one for the unknown field, and one for the missing PRESENT address
    expect([first.headers['contract-warnings'], again.headers['contract-warnings']]).toEqual(['2', '2']);
  });

  it('stores no card number', async () => {
    const account = await issueAccount(server);
    const number = luhnNumber('400000');
    const id = nextMsgId();
    const body = cardBody(account, { card_number: number });
    const first = await server.envelope('cards.create-card', body, { header: { msg_id: id } });
    const again = await server.envelope('cards.create-card', body, { header: { msg_id: id } });
    expect(again.http.text).toBe(first.http.text);
    await server.envelope('cards.change-status', {
      card_identifier_id: number,
      card_identifier_type: 'CONTRACT_NUMBER',
      status: { type: 'card_status', value: 'BLOCKED' },
    });
    const [row] = await server.db.sql<{ text: string }>(
      `select string_agg(c::text, ' ') as text from message_claims c`,
    );
    expect(row!.text).toContain(first.body.card_identifier_id);
    expect(row!.text).not.toContain(number);
  });

  it('is recognized for ninety days', async () => {
    const { accountNumber } = await issueAccount(server, { available: '0.00' });
    const id = nextMsgId();
    await post(credit(accountNumber), id);
    const days = async (count: number) => {
      server.clock.advance(count * 86_400_000);
      await server.server.periodicJobs.runDue();
    };
    // month by month, as a running server creates its partitions
    for (let months = 0; months < 3; months++) await days(30);
    expect((await post(credit(accountNumber), id)).http.headers['idempotent-replayed']).toBe('true');
    await days(1);
    const late = await post(credit(accountNumber), id);
    expect(late.http.headers['idempotent-replayed']).toBeUndefined();
    expect(await balances(server, accountNumber)).toBe('20.00 0.00 20.00');
  });
});

describe('an operation that fails in the middle', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server?.close());

  it('leaves nothing: no row, no used number, no audit row, no message id; and succeeds once the cause is removed', async () => {
    await server.envelope('clients.create-client', clientBody('CIF-MIDDLE'));
    const { accountNumber } = await issueAccount(server);
    const next = `001${String(Number(accountNumber.slice(3)) + 1).padStart(9, '0')}`;
    // the next number is inserted beforehand, so that the operation's last statement breaks a unique key
    const taken = `insert into account_directory (bank_id, account_number, account_id) values ('DEMO', '${next}', -1)`;
    await server.db.sql(taken);
    const state = () =>
      server.db.sql(
        `select (select count(*)::int from accounts) as accounts, (select count(*)::int from audit_log) as audited,
                (select count(*)::int from message_claims) as claims,
                (select last_number::int from account_numbers_issued where bank_id = 'DEMO') as last_number`,
      );
    const before = await state();
    const id = nextMsgId();
    const create = () =>
      server.envelope(
        'accounts.create-account',
        {
          customer_id: 'CIF-MIDDLE',
          card_type: 'DEBIT',
          account: { customer_id: 'CIF-MIDDLE', branch_code: '1', product_code: 'DEBIT-CLASSIC', currency: 'AED' },
        },
        { header: { msg_id: id } },
      );
    const failed = await create();
    expect(failed.http.status).toBe(500);
    expect(failed.header.msg_id).toBe(id);
    expect(failed.exception).toMatchObject({
      status: 'F',
      error_code: '901',
      error_description: 'System malfunction',
    });
    expect(failed.http.text).not.toMatch(/account_directory|duplicate key/);
    expect(await state()).toEqual(before);

    await server.db.sql('delete from account_directory where account_id = -1');
    const done = await create();
    expect(done.body.account_number).toBe(next);
    expect(done.http.headers['idempotent-replayed']).toBeUndefined();
  });

  it('does not affect concurrent requests', async () => {
    const card = await issueCard(server, { available: '10.00' });
    const [{ last }] = (await server.db.sql<{ last: number }>(
      `select last_number::int as last from account_numbers_issued where bank_id = 'DEMO'`,
    )) as [{ last: number }];
    const next = `001${String(last + 1).padStart(9, '0')}`;
    await server.db.sql(`insert into account_directory (bank_id, account_number, account_id) values ('DEMO', $1, -1)`, [
      next,
    ]);
    const failing = issueAccount(server).then(
      () => 'created',
      (error: Error) => error.message.slice(0, 15),
    );
    const reads = Array.from({ length: 20 }, () => balances(server, card.accountNumber));
    expect(await failing).toBe('fixture refused');
    expect(await Promise.all(reads)).toEqual(Array(20).fill('10.00 0.00 10.00'));
  });
});
