import { beforeAll, describe, expect, it } from 'vitest';
import { waitForSeals } from '../../testing/background-work.ts';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';
import { writeAuditOnly } from '../audit/index.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  const exid = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  await server.envelope('cards.change-status', { ...exid, status: { type: 'card_status', value: 'BLOCKED' } });
});

const list = (query: Record<string, string>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/audit?${new URLSearchParams(query)}`, as });
const rowsOf = ({ json }: Answer) => json.items as { operation: string; subject: string; at: string }[];

describe('the list of the audit log', () => {
  it('finds the changes of a card, with who made them and the values before and after', async () => {
    const { json } = await list({ subject: `card:${card.exid}`, operation: 'cards.change-status' });
    expect(json.items).toMatchObject([
      {
        actor: 'demo-bank',
        operation: 'cards.change-status',
        subject: `card:${card.exid}`,
        before: { status: 'ACTIVE' },
        after: { status: 'BLOCKED' },
      },
    ]);
    expect(rowsOf(await list({ actor: 'nobody' }))).toEqual([]);
    expect(rowsOf(await list({ to: '2020-01-01T00:00:00Z' }))).toEqual([]);
  });

  it('selects changes without reads, kinds of subjects, and parts of a name, in the list and in a proof', async () => {
    const { status } = await server.request({ method: 'GET', url: '/V2/cards?exid=1', as: 'demo-network' });
    expect(status).toBe(403);
    const outcomes = async (query: Record<string, string>) => [
      ...new Set(rowsOf(await list({ limit: '200', ...query })).map(({ operation }) => operation)),
    ];
    await list({ subject: 'nothing' });
    expect(await outcomes({ operation: 'access.list-audit' })).toEqual(['access.list-audit']);
    expect(await outcomes({ operation: 'access.list-audit', changes_only: 'true' })).toEqual([]);
    expect(await outcomes({ subject: 'card:', changes_only: 'true' })).toContain('cards.change-status');
    const seal = { operation: 'authorization.seal-decisions', subject: 'decision-tree:1', outcome: 'sealed' };
    const entry = { ...seal, actor: 'cardwright', requestId: 'seal' };
    await writeAuditOnly(server.db.database, 'DEMO', server.clock.now(), entry);
    expect(await outcomes({ operation: seal.operation })).toEqual([seal.operation]);
    expect(await outcomes({ operation: seal.operation, changes_only: 'true' })).toEqual([]);
    expect(await outcomes({ subject: 'car:' })).toEqual([]);
    expect(await outcomes({ containing: 'CHANGE-Stat' })).toEqual(['cards.change-status']);
    await waitForSeals(server);
    const queries = [{ changes_only: 'true' }, { subject: 'card:' }, { containing: 'card' }, { outcome: 'created' }];
    for (const query of queries) {
      const ask = {
        method: 'POST',
        url: '/V2/exports',
        as: 'demo-bank',
        payload: { list: 'AUDIT_PROOF', query },
      } as const;
      const { json } = await server.request(ask);
      server.clock.advance(1_000);
      await waitForSeals(server);
      await server.server.exportsIdle();
      const done = await server.request({ method: 'GET', url: `/V2/exports/${json.export_id}`, as: 'demo-bank' });
      const { to } = done.json.query as { to: string };
      expect(done.json).toMatchObject({
        state: 'DONE',
        rows: rowsOf(await list({ limit: '200', ...query, to })).length,
      });
    }
  });

  it('is a row of the log itself', async () => {
    await list({ actor: 'demo-bank', limit: '7' });
    const { json } = await list({ operation: 'access.list-audit', limit: '1' });
    expect(json.items).toMatchObject([{ actor: 'demo-bank', subject: 'audit-log', outcome: 'read' }]);
  });

  it('belongs to the calling bank or acquirer only, and a network has none', async () => {
    const { json } = await list({ limit: '200' }, 'demo-acquirer');
    expect(JSON.stringify(json)).not.toContain(card.exid);
    expect((await list({}, 'other-bank')).status).toBe(200);
    expect((await list({}, 'demo-network')).status).toBe(403);
  });
});

describe('the proof of the audit log', () => {
  const proof = (as = 'demo-bank') => server.request({ method: 'GET', url: '/V2/audit/proof', as });

  it('returns the end of the chain of the calling tenant, and confirms that its rows are unchanged', async () => {
    await waitForSeals(server);
    const { json } = await proof();
    expect(json).toEqual({
      log: 'DEMO',
      head: {
        chain_no: expect.stringMatching(/^[1-9]\d*$/),
        chain_hash: expect.stringMatching(/^[\da-f]{64}$/),
        sealed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
      waiting: 0,
      kept_from: null,
      checked: { from: '1', to: (json.head as { chain_no: string }).chain_no, findings: [] },
    });
    expect((await proof('demo-acquirer')).json).toMatchObject({ log: expect.stringMatching(/^acquirer:/) });
    expect((await proof('demo-network')).status).toBe(403);
  });

  it('reports what is wrong with a row', async () => {
    await waitForSeals(server);
    await server.db.sql(`update audit_chain set row_hash = sha256('other') where bank_id = 'OTHR' and chain_no = 1`);
    const [finding] = ((await proof('other-bank')).json.checked as { findings: object[] }).findings;
    expect(finding).toEqual({ kind: 'CHANGED', chain_no: '1', text: 'the log row was changed' });
  });

  it('and the log of the operator are only for the auditors of the operator', async () => {
    const auditor = await signInDemo(server, 'huda');
    const { json } = await auditor.send('GET', '/V2/audit?limit=200');
    expect(rowsOf({ json } as Answer).length).toBeGreaterThan(0);
    expect(JSON.stringify(json)).not.toContain(card.exid);
    expect((await auditor.send('GET', '/V2/audit/proof')).json).toMatchObject({ log: '-', checked: { findings: [] } });
    const operator = await signInDemo(server, 'karim');
    expect((await operator.send('GET', '/V2/audit')).status).toBe(403);
  });
});
