import { beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { clientBody } from '../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const CUSTOMER = 'C-NOTED';
const PATH = `/V2/clients/${CUSTOMER}/notes`;

const server = fileServer();
beforeAll(async () => {
  await server.envelope('clients.create-client', clientBody(CUSTOMER));
});

const add = (text: string, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'POST', url: PATH, as, payload: { text } });
const list = async (query = ''): Promise<Record<string, unknown>[]> => {
  const { json } = await server.request({ method: 'GET', url: `${PATH}${query}`, as: 'demo-bank' });
  return json.items as Record<string, unknown>[];
};

describe('notes about a client', () => {
  it("are added under the author's name, and listed newest first", async () => {
    const agent = await signInDemo(server, 'layla');
    expect((await agent.send('POST', PATH, { text: 'Called.\nWill call again.' })).json).toEqual({
      note_id: '1',
      text: 'Called.\nWill call again.',
      actor: 'sandbox#layla',
      person: 'Layla Haddad',
      created_at: '2026-11-20T08:00:00.000Z',
    });
    server.clock.advance(60_000);
    await add('Sent a letter.');
    expect((await list()).map(({ text, actor, person, created_at }) => [text, actor, person, created_at])).toEqual([
      ['Sent a letter.', 'demo-bank', null, '2026-11-20T08:01:00.000Z'],
      ['Called.\nWill call again.', 'sandbox#layla', 'Layla Haddad', '2026-11-20T08:00:00.000Z'],
    ]);
    expect(await list('?limit=1')).toHaveLength(1);
  });

  it('contain no card number in any notation, and the audit log records them without their text', async () => {
    const { json } = await add('Says 4000 0010 0000 0018, or 4000001000000018, was lost.');
    expect(json.text).toBe('Says 400000XXXXXX0018, or 400000XXXXXX0018, was lost.');
    expect((await list('?limit=1'))[0]?.text).toBe(json.text);
    const [row] = await server.db.sql(
      `select actor, subject, outcome, before, after from audit_log where operation = 'clients.add-note' order by audit_id desc limit 1`,
    );
    expect(row).toEqual({
      actor: 'demo-bank',
      subject: `client:${CUSTOMER}`,
      outcome: 'note added',
      before: null,
      after: { note_id: String(json.note_id) },
    });
  });

  it('have 1 to 2,000 characters', async () => {
    expect((await add('')).status).toBe(400);
    expect((await add('ن'.repeat(2_001))).status).toBe(400);
    expect((await add('ن'.repeat(2_000))).status).toBe(200);
  });

  it('belong to one bank; roles that help customers can add them, and auditors can read them', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const payload = method === 'POST' ? { payload: { text: 'Hello' } } : {};
      const answer = await server.request({ method, url: PATH, as: 'other-bank', ...payload });
      expect([answer.status, answer.json.error_code]).toEqual([404, '301']);
    }
    const notesFor = async (person: string) => {
      const session = await signInDemo(server, person);
      const read = await session.send('GET', PATH);
      const written = await session.send('POST', PATH, { text: 'Hello' });
      return [read.status, written.status];
    };
    expect(await notesFor('omar')).toEqual([200, 200]);
    expect(await notesFor('rania')).toEqual([200, 403]);
    expect(await notesFor('noor')).toEqual([403, 403]);
    expect(await notesFor('mariam')).toEqual([403, 403]);
  });
});
