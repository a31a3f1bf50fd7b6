import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IssuedCard, issueCard } from '../testing/issued-cards.ts';
import { type Answer, type TestServer, testServer } from '../testing/test-server.ts';

let server: TestServer;
let card: IssuedCard;
beforeAll(async () => {
  server = await testServer();
  card = await issueCard(server);
  const exid = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
  await server.envelope('cards.change-status', { ...exid, status: { type: 'card_status', value: 'BLOCKED' } });
});
afterAll(() => server?.close());

const list = (query: Record<string, string>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/audit?${new URLSearchParams(query)}`, as });
const rowsOf = ({ json }: Answer) => json.items as { operation: string; subject: string; at: string }[];

describe('the list of the audit log', () => {
  it('finds what was done to a card, by whom, as it was and as it is', async () => {
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

  it('is a row of the log itself', async () => {
    await list({ actor: 'demo-bank', limit: '7' });
    const { json } = await list({ operation: 'access.list-audit', limit: '1' });
    expect(json.items).toMatchObject([{ actor: 'demo-bank', subject: 'audit-log', outcome: 'read' }]);
  });

  it('is of the calling bank or acquirer alone, and the operator’s is nobody’s', async () => {
    const { json } = await list({ limit: '200' }, 'demo-acquirer');
    expect(JSON.stringify(json)).not.toContain(card.exid);
    expect((await list({}, 'other-bank')).status).toBe(200);
    expect((await list({}, 'demo-network')).status).toBe(403);
  });
});
