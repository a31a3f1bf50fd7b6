import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { expireReservations } from '../../issuing/authorization/index.ts';
import { openBankDirectory } from '../../issuing/banks/index.ts';
import { type AuditedRow, auditedRows } from '../../testing/audited-rows.ts';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { amend } from '../../testing/merchants/merchants.ts';
import { review, submit } from '../../testing/merchants/reviews.ts';
import { fileServer, nextMsgId, testServer } from '../../testing/test-server.ts';
import { maskValidCardNumbers } from '../kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../operation/index.ts';
import { openVault, sandboxKeys } from '../vault/index.ts';
import { readAuditLogs, verifyLog } from './index.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server));

const rowsOf = (work: () => Promise<unknown>) => auditedRows(server, work);

const cardIdentifier = (of: IssuedCard) => ({ card_identifier_id: of.exid, card_identifier_type: 'EXID' });

describe('a change is audited with the values before and after', () => {
  it('of card settings: the fields that differ, with card numbers masked', async () => {
    const slipped = luhnNumber('400000');
    const cardSettings = { dailyLimit: '100.00', ecomStatus: 'OFF', merchantGroupProfileName: `ours ${slipped}` };
    const body = { accountNumber: card.cardNumber, cardSettings };
    const rows = await rowsOf(() => server.envelope('card-settings.update-settings', body));
    expect(rows).toMatchObject([
      {
        bank_id: 'DEMO',
        outcome: 'settings changed',
        from_address: '127.0.0.1',
        before: { dailyLimit: null, ecomStatus: null },
        after: { dailyLimit: '100.00', ecomStatus: 'OFF' },
      },
    ]);
    expect(Object.keys(rows[0]!.after!).sort()).toEqual(Object.keys(rows[0]!.before!).sort());
    expect(rows[0]!.after!.merchantGroupProfileName).toBe(`ours 400000XXXXXX${slipped.slice(-4)}`);
    expect(JSON.stringify(rows)).not.toContain(slipped);
  });

  it('of restrictions, a status, funds and a reservation', async () => {
    const restriction = { restriction_type: 'ATM', isAllowed: false };
    const restricted = await rowsOf(() =>
      server.envelope('restrictions.set-restriction', { ...cardIdentifier(card), restriction }),
    );
    expect(restricted).toMatchObject([
      { before: { restrictions: [] }, after: { restrictions: [{ type: 'ATM', isAllowed: false }] } },
    ]);
    const other = await issueCard(server, { available: '100.00' });
    const blocked = await rowsOf(() =>
      server.envelope('cards.change-status', {
        ...cardIdentifier(other),
        status: { type: 'card_status', value: 'BLOCKED' },
      }),
    );
    expect(blocked).toMatchObject([{ before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } }]);
    const third = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(third, { Transaction_Amount_Cardholder_Billing: '000000002500' });
    const approved = await rowsOf(() => authorize(server, message));
    // an authorization is stored with its trace instead of being audited
    expect(approved).toEqual([]);
    const url = `/V2/authorizations/${String(message.Retrieval_Reference_Number)}/reversal`;
    const reversed = await rowsOf(() => server.request({ method: 'POST', url, as: 'demo-bank', payload: {} }));
    expect(reversed).toMatchObject([
      { before: { state: 'RESERVED', reserved: '25.00' }, after: { state: 'REVERSED', reserved: '0.00' } },
    ]);
  });

  it('of a reservation that expired, by the server itself', async () => {
    const other = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(other);
    await authorize(server, message);
    const now = server.clock.now();
    const later = new Date(now.getTime() + 8 * 86_400_000);
    const demo = (await openBankDirectory(server.db.database)).bank('DEMO')!;
    const work = {
      database: server.db.database,
      maskCardNumbers: maskValidCardNumbers,
      changes: NO_SUBSCRIPTIONS,
      throttle: async () => {},
    };
    const rows = await rowsOf(() => expireReservations(work, demo, 7, () => later));
    const own = rows.filter(({ before }) => before?.reserved === '25.00');
    const facts = own.map(({ actor, subject, outcome, before, after }) => ({ actor, subject, outcome, before, after }));
    expect(facts).toContainEqual({
      actor: 'cardwright',
      subject: `authorization:${message.Retrieval_Reference_Number}`,
      outcome: 'EXPIRY',
      before: { state: 'RESERVED', reserved: '25.00' },
      after: { state: 'EXPIRED', reserved: '0.00' },
    });
  });

  it('of the sandbox clock, in the operator’s log', async () => {
    const url = '/sandbox/clock';
    const rows = await rowsOf(() => server.request({ method: 'POST', url, payload: { advance_seconds: 60 } }));
    const clockRows = rows.filter(({ operation }) => operation === 'sandbox.move-clock');
    expect(clockRows).toMatchObject([{ bank_id: '-', outcome: 'moved forward', from_address: '127.0.0.1' }]);
    const [before, after] = [clockRows[0]!.before!.now, clockRows[0]!.after!.now].map((time) =>
      Date.parse(String(time)),
    );
    expect(after! - before!).toBeGreaterThanOrEqual(60_000);
    expect(after! - before!).toBeLessThan(70_000);
  });

  it('of a replaced card: its old status, and the new card', async () => {
    const other = await issueCard(server);
    const status = { type: 'card_status', value: 'REPLACED' };
    const rows = await rowsOf(() => server.envelope('cards.change-status', { ...cardIdentifier(other), status }));
    expect(rows).toMatchObject([
      { subject: `card:${other.exid}`, before: { status: 'ACTIVE' }, after: { status: 'REPLACED' } },
      { outcome: 'created', before: null, after: { status: 'ACTIVE', sequenceNumber: '002' } },
    ]);
  });

  it('of merchants: each with its status, its reviewer and its approver', async () => {
    const { applicationId, merchantIds, requestId } = await submit(server);
    const [merchantId] = merchantIds as [string];
    const log = async () =>
      await server.db.sql<AuditedRow>(
        `select actor, subject, outcome, from_address, before, after from audit_log
          where bank_id = 'acquirer:DEMO' and strpos(after::text, $1) > 0 order by audit_id`,
        [merchantId],
      );
    await server.server.screeningIdle();
    await review(server, applicationId, 'review');
    await review(server, applicationId, 'approve');
    await amend(server, merchantId, ['HOLD']);
    const change = (before: object, after: object) => ({
      before: { merchants: [{ merchantId, ...before }] },
      after: { merchants: [{ merchantId, ...after }] },
    });
    const onboarding = { subject: `onboarding:${requestId}`, actor: 'demo-acquirer', from_address: '127.0.0.1' };
    const application = { subject: `application:${applicationId}`, from_address: '127.0.0.1' };
    expect(await log()).toEqual([
      { ...onboarding, outcome: 'received', ...change({ status: null }, { status: 'RECEIVED' }) },
      {
        ...{ subject: 'merchants', actor: 'screening', from_address: null, outcome: 'screened' },
        ...change({ status: 'SCREENING' }, { status: 'PENDING_APPROVAL' }),
      },
      {
        ...{ ...application, actor: 'demo-reviewer', outcome: 'reviewed' },
        ...change({ reviewedBy: null }, { reviewedBy: 'demo-reviewer' }),
      },
      {
        ...{ ...application, actor: 'demo-approver', outcome: 'approved' },
        ...change(
          { status: 'PENDING_APPROVAL', merchantState: null, approvedBy: null },
          { status: 'BOARDED', merchantState: 'ACTIVE', approvedBy: 'demo-approver' },
        ),
      },
    ]);
    const [amended] = await server.db.sql(
      `select before, after, details from audit_log where subject = $1 and outcome = 'amended'`,
      [`merchant:${merchantId}`],
    );
    expect(amended).toMatchObject({
      before: { version: 1, merchantState: 'ACTIVE' },
      after: { version: 2, merchantState: 'ON_HOLD' },
      details: { types: ['HOLD'] },
    });
  });

  it('of the configuration: the differences, and of a secret only that it changed', async () => {
    const configuration = (name: string, secret: string): Configuration => ({
      banks: [
        {
          bank_id: 'AUDT',
          bank_code: '077',
          name,
          country: 'AE',
          currency: 'AED',
          time_zone: 'Asia/Dubai',
          products: [],
        },
      ],
      oauth_clients: [{ client_id: 'audit-bank', kind: 'bank', bank_id: 'AUDT', scopes: ['cards:read'], secret }],
    });
    const apply = (name: string, secret: string) =>
      rowsOf(() => applyConfiguration(server.db.database, configuration(name, secret), { sandbox: true }));
    const made = await apply('One', 'a secret of some length');
    expect(made.map(({ bank_id, subject, outcome }) => [bank_id, subject, outcome])).toEqual([
      ['AUDT', 'bank:AUDT', 'created'],
      ['AUDT', 'oauth-client:audit-bank', 'created'],
    ]);
    expect(await apply('One', 'a secret of some length')).toEqual([]);
    const changed = await apply('Two', 'another secret of length');
    expect(changed).toMatchObject([
      { subject: 'bank:AUDT', outcome: 'changed', before: { name: 'One' }, after: { name: 'Two' } },
      { subject: 'oauth-client:audit-bank', outcome: 'changed', actor: 'configuration' },
    ]);
    expect(Object.keys(changed[1]!.after!)).toEqual(['secret']);
    const text = JSON.stringify([made, changed]);
    for (const secret of ['some length', 'another secret', 'scrypt', '$']) expect(text).not.toContain(secret);
  });

  it('of an acquirer’s configuration, and of its screening token only that it changed', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const apply = (attempts: string, token: string, path = 'one') =>
      rowsOf(() =>
        applyConfiguration(
          server.db.database,
          {
            banks: [],
            acquirers: [
              {
                acquirer_id: 'AUDA',
                name: 'Audited',
                restricted_mccs: ['7995'],
                screening: { url: `https://screening.test/${path}`, token, attempts },
              },
            ],
            oauth_clients: [],
          },
          { sandbox: true, vault },
        ),
      );
    const about = { bank_id: 'acquirer:AUDA', subject: 'acquirer:AUDA', actor: 'configuration' };
    const made = await apply('3', 'a token of some length');
    const screening = { url: 'https://screening.test', attempts: 3 };
    expect(made).toMatchObject([
      { ...about, outcome: 'created', before: null, after: { restrictedMccs: ['7995'], screening } },
    ]);
    expect(await apply('3', 'a token of some length')).toEqual([]);
    const changed = await apply('4', 'a token of some length');
    expect(changed).toMatchObject([
      { ...about, outcome: 'changed', before: { screening }, after: { screening: { attempts: 4 } } },
    ]);
    const markOf = (rows: AuditedRow[]) => (rows[0]!.after!.screening as JsonObject).token;
    const token = await apply('4', 'another token of length');
    expect(markOf(changed)).toBe(markOf(made));
    expect(markOf(token)).not.toBe(markOf(made));
    const path = await apply('4', 'another token of length', 'two');
    expect(path).toHaveLength(1);
    const text = JSON.stringify([made, changed, token, path]);
    for (const secret of ['some length', 'another token', '/one', '/two']) expect(text).not.toContain(secret);
  });
});

it('a start is audited with the key versions of the vault and the server’s settings', async () => {
  const [row] = await server.db.sql<AuditedRow>(
    `select bank_id, subject, outcome, details from audit_log where operation = 'server.start'`,
  );
  expect(row).toMatchObject({
    bank_id: '-',
    subject: 'vault',
    outcome: 'opened',
    details: {
      ...{ masters: [1], lookups: [1], data_keys: [1], sealing: 1, contents: [1], hashing: 1 },
      settings: { CARDWRIGHT_MODE: 'sandbox' },
    },
  });
  expect(JSON.stringify(row)).not.toContain('DATABASE_URL');
});

it('each read of the sandbox fixtures, which show full card numbers, is audited', async () => {
  const rows = await rowsOf(() => server.request({ method: 'GET', url: '/sandbox/fixtures' }));
  expect(rows).toMatchObject([
    { bank_id: 'DEMO', operation: 'sandbox.list-fixtures', outcome: 'card numbers read', from_address: '127.0.0.1' },
  ]);
});

it('a repeated request, which gets the stored answer again, is audited with its own row', async () => {
  const header = { msg_id: nextMsgId() };
  const body = { ...cardIdentifier(card), restriction: { restriction_type: 'SWIPE', isAllowed: false } };
  const send = () => server.envelope('restrictions.set-restriction', body, { header });
  await send();
  expect(await rowsOf(send)).toMatchObject([
    { operation: 'restrictions.set-restriction', subject: `message:TEST/${header.msg_id}`, outcome: 'replayed' },
  ]);
});

it('rows of a server are sealed when it stops, and verify', async () => {
  const other = await testServer();
  const own = await issueCard(other);
  await other.envelope('cards.enquire-card', cardIdentifier(own));
  await other.server.periodicJobs.stop();
  expect(await other.db.sql('select 1 from audit_queue')).toEqual([]);
  const findings: unknown[] = [];
  const keys = await openVault(other.db.database, await sandboxKeys(other.dataDir));
  const verified = await readAuditLogs(other.db.database, (tx) =>
    verifyLog({ tx, keys, report: (finding) => findings.push(finding) }, 'DEMO'),
  );
  expect(findings).toEqual([]);
  expect(verified.rows).toBeGreaterThan(4n);
  await other.close();
});
