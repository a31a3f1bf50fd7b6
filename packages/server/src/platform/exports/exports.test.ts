import { CHANGE_KINDS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { waitForIndex } from '../../testing/background-work.ts';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { requireSecondPerson } from '../../testing/callers/second-person-clients.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const auditor = fileResource(() => signInDemo(server, 'rania'));

type Send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => Promise<Answer>;
const demoBank: Send = (method, url, payload) =>
  server.request({ method, url, as: 'demo-bank', ...(payload && { payload }) });

async function start(send: Send, list: string, query: object = {}): Promise<string> {
  const { status, text, json } = await send('POST', '/V2/exports', { list, query });
  expect(status, text).toBe(200);
  return String(json.export_id);
}

async function download(send: Send, id: string): Promise<string> {
  let text = '';
  for (let cursor: string | null = '1'; cursor !== null; ) {
    const answer = await send('GET', `/V2/exports/${id}/file?cursor=${cursor}`);
    expect(answer.status, answer.text).toBe(200);
    text += (answer.json.parts as string[]).join('');
    cursor = answer.json.next as string | null;
  }
  return text;
}

async function exported(send: Send, list: string, query: object = {}): Promise<string[]> {
  const id = await start(send, list, query);
  await server.server.exportsIdle();
  expect((await send('GET', `/V2/exports/${id}`)).json).toMatchObject({ state: 'DONE', list });
  return (await download(send, id)).trimEnd().split(/\r?\n/);
}

/** Writes rows into the audit log of DEMO, whose ages in seconds are their numbers. */
async function addAuditRows(subject: string, count: number, outcome = 'read'): Promise<void> {
  await server.db.sql(
    `insert into audit_log (bank_id, at, actor, operation, subject, outcome, request_id, details)
     select 'DEMO', $1::timestamptz - n * interval '1 second', 'demo-bank', 'cards.find-cards', $2, $3, 'r' || n, null
       from generate_series(1, $4::int) n`,
    [server.clock.now(), subject, outcome, count],
  );
}

const failureOf = ({ status, json }: Answer) => `${status} ${json.error_code}`;
const partsOf = (id: string) =>
  server.db.sql<{ part: string; sealed: string }>(
    `select part::text, encode(sealed_text, 'hex') as sealed from export_parts where export_id = $1 order by part`,
    [id],
  );

describe('an export', () => {
  it('has every row of the filter, once, in the time zone of the bank, without formulas', async () => {
    await addAuditRows('card:all-of-them', 2_345);
    await addAuditRows('card:another', 3);
    await addAuditRows('card:all-of-them', 1, '=HYPERLINK("https://evil.example")');
    const rows = await exported(auditor.send, 'AUDIT', { subject: 'card:all-of-them' });
    expect(rows[0]).toBe('at,actor,operation,subject,outcome,request_id,from_address,details,before,after,sealed');
    expect(rows).toHaveLength(2_347);
    const requests = rows.slice(1).map((row) => row.split(',').at(-6));
    expect(new Set(requests).size).toBe(2_345);
    expect(rows[1]).toMatch(/^2026-11-20T11:59:59\.000\+04:00,demo-bank,/);
    expect(rows.filter((row) => row.includes(`"'=HYPERLINK(""https://evil.example"")"`))).toHaveLength(1);
  });

  it('masks cards as the list does, and is sealed in the database', async () => {
    const card = await issueCard(server, { available: '100.00' });
    await authorize(server, ecommerceMessage(card));
    await waitForIndex(server);
    const rows = await exported(demoBank, 'AUTHORIZATIONS', { account_number: card.accountNumber });
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(`,${card.masked},${card.accountNumber},`);
    expect(rows.join('')).not.toContain(card.cardNumber);
    const stored = await server.db.sql<{ text: string }>('select export_parts::text as text from export_parts');
    const hex = Buffer.from(card.accountNumber).toString('hex');
    expect(stored.some(({ text }) => text.includes(hex))).toBe(false);
  });

  it('of merchants belongs to an acquirer', async () => {
    const application = await submitAndScreen(server, [uniqueMerchant({ merchantName: 'Exported, Ltd' })]);
    const hassan = await signInDemo(server, 'hassan');
    expect((await exported(hassan.send, 'MERCHANTS')).filter((row) => row.includes('"Exported, Ltd"'))).toHaveLength(1);
    const { applicationId } = application;
    expect((await exported(hassan.send, 'APPLICATIONS')).filter((row) => row.startsWith(applicationId))).toHaveLength(
      1,
    );
    expect(failureOf(await hassan.send('POST', '/V2/exports', { list: 'AUTHORIZATIONS' }))).toBe('403 202');
  });

  it.each([
    [{ list: 'AUDIT', query: { nonsense: '1' } }, '400 106'],
    [{ list: 'AUDIT', query: { limit: '1' } }, '400 106'],
    [{ list: 'AUDIT', query: { from: 'yesterday' } }, '400 105'],
    [{ list: 'AUDIT', query: { subject: ['card:1'] } }, '400 105'],
    [{ list: 'AUTHORIZATIONS', query: { account_number: '001999999999' } }, '404 302'],
    [{ list: 'CARDS' }, '400 106'],
  ])('has a list and its filters: %j', async (payload, expected) => {
    expect(failureOf(await demoBank('POST', '/V2/exports', payload))).toBe(expected);
  });

  it('belongs to its requester, who needs the scope of its list until the end', async () => {
    const id = await start(auditor.send, 'AUDIT');
    const analyst = await signInDemo(server, 'noor');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/file'],
      ['DELETE', ''],
    ] as const) {
      expect(failureOf(await analyst.send(method, `/V2/exports/${id}${path}`))).toBe('404 336');
    }
    expect((await analyst.send('GET', '/V2/exports')).json.items).toEqual([]);
    expect(failureOf(await auditor.send('GET', `/V2/exports/${id}/file`))).toBe('409 420');
    const agent = await signInDemo(server, 'layla');
    expect(failureOf(await agent.send('POST', '/V2/exports', { list: 'AUTHORIZATIONS' }))).toBe('403 202');
    expect(failureOf(await analyst.send('POST', '/V2/exports', { list: 'AUDIT' }))).toBe('403 202');
    await server.db.sql(`update people set roles = '{agent}' where subject = 'sandbox#rania'`);
    await server.server.exportsIdle();
    await server.db.sql(`update people set roles = '{auditor}' where subject = 'sandbox#rania'`);
    const { json } = await auditor.send('GET', `/V2/exports/${id}`);
    expect(json).toMatchObject({ state: 'FAILED', failure: 'The requester no longer has the scope audit:read' });
  });

  it('continues after its last part when its server is gone, and fails after three attempts', async () => {
    await addAuditRows('card:continued', 4_100);
    const id = await start(auditor.send, 'AUDIT', { subject: 'card:continued' });
    await server.db.sql(`create function refuse_part() returns trigger language plpgsql as
      $$ begin if new.part = 2 then raise exception 'the disk is full'; end if; return new; end $$`);
    await server.db.sql(
      'create trigger refuse_part before insert on export_parts for each row execute function refuse_part()',
    );
    await server.server.exportsIdle();
    const first = await partsOf(id);
    expect(first.map(({ part }) => part)).toEqual(['1']);
    expect((await auditor.send('GET', `/V2/exports/${id}`)).json).toMatchObject({ state: 'WAITING', rows: 2_000 });
    await server.db.sql('drop trigger refuse_part on export_parts');
    // a server that was killed leaves its lease behind
    await server.db.sql(
      `update exports set state = 'RUNNING', lease = gen_random_uuid(), leased_until = now() - interval '1 second'
        where export_id = $1`,
      [id],
    );
    await server.server.exportsIdle();
    expect((await partsOf(id))[0]).toEqual(first[0]);
    const rows = (await download(auditor.send, id)).trimEnd().split('\r\n');
    expect(new Set(rows).size).toBe(4_101);
    const other = await start(auditor.send, 'AUDIT');
    await server.db.sql(
      `update exports set attempts = 3, state = 'RUNNING', leased_until = now() - interval '1 second'
        where export_id = $1`,
      [other],
    );
    await server.server.exportsIdle();
    expect((await auditor.send('GET', `/V2/exports/${other}`)).json.state).toBe('FAILED');
  });

  it('is limited in number, can be deleted while it waits, and is deleted a day after its end', async () => {
    const ids = [
      await start(auditor.send, 'AUDIT'),
      await start(auditor.send, 'AUDIT'),
      await start(demoBank, 'AUDIT'),
    ];
    expect(failureOf(await auditor.send('POST', '/V2/exports', { list: 'AUDIT' }))).toBe('409 420');
    expect((await auditor.send('DELETE', `/V2/exports/${ids[0]}`)).json).toEqual({ export_id: ids[0] });
    const { status } = await auditor.send('POST', '/V2/exports', { list: 'AUDIT' });
    expect(status).toBe(200);
    await server.server.exportsIdle();
    expect(failureOf(await auditor.send('GET', `/V2/exports/${ids[0]}`))).toBe('404 336');
    server.clock.advance(24 * 3_600_000 + 1);
    const later = await signInDemo(server, 'rania');
    expect(failureOf(await later.send('GET', `/V2/exports/${ids[1]}/file`))).toBe('404 336');
    await server.server.exportsIdle();
    expect(await server.db.sql('select from exports')).toEqual([]);
    expect(await server.db.sql('select from export_parts')).toEqual([]);
  });

  it('waits for a second person where the bank requires one, and is audited from request to download', async () => {
    await requireSecondPerson(server, CHANGE_KINDS);
    const analyst = await signInDemo(server, 'noor');
    const requested = { list: 'AUTHORIZATIONS', query: { rule: 'FUNDS' } };
    expect(failureOf(await analyst.send('POST', '/V2/exports', requested))).toBe('400 103');
    const accepted = await analyst.send('POST', '/V2/exports', { ...requested, reason: 'For the regulator' });
    expect(accepted.status, accepted.text).toBe(202);
    expect(accepted.json).toMatchObject({ kinds: ['export'], subject: 'export:AUTHORIZATIONS', after: requested });
    expect((await analyst.send('GET', '/V2/exports')).json.items).toEqual([]);
    const admin = await signInDemo(server, 'salim');
    const url = `/V2/change-requests/${accepted.json.change_request_id}/approve`;
    expect((await admin.send('POST', url, { reason: 'Agreed' })).status).toBe(200);
    await server.server.exportsIdle();
    const [row] = (await analyst.send('GET', '/V2/exports')).json.items as { export_id: string; state: string }[];
    expect(row).toMatchObject({ state: 'DONE' });
    await download(analyst.send, row!.export_id);
    const audited = await server.db.sql(
      `select actor, outcome from audit_log where subject = $1 and outcome <> 'read' order by audit_id`,
      [`export:${row!.export_id}`],
    );
    expect(audited).toEqual([
      { actor: 'sandbox#salim', outcome: 'export started' },
      { actor: 'sandbox#noor', outcome: 'exported' },
      { actor: 'sandbox#noor', outcome: 'downloaded' },
    ]);
  });
});
