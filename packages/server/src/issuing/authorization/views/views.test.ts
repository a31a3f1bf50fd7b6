import { ROLES, scopesOfRoles, VIEW_ROLES } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const VIEW = { name: 'Games', role: 'analyst', filters: { mcc: '5816', from: '2026-11-01' }, columns: ['at', 'mcc'] };
const call = (method: 'GET' | 'PUT' | 'DELETE', path = '', payload?: object, as = 'demo-bank') =>
  server.request({ method, url: `/V2/authorization-views${path}`, as, ...(payload && { payload }) });
const codeOf = ({ status, json }: Pick<Answer, 'status' | 'json'>) => `${status} ${json.error_code}`;
/** Calls as a person of the sandbox. */
const as = async (person: string) => {
  const { send } = await signInDemo(server, person);
  const path = '/V2/authorization-views';
  return {
    names: async () => ((await send('GET', path)).json.items as { name: string }[]).map(({ name }) => name),
    save: (id: string, view: object) => send('PUT', `${path}/${id}`, view),
    remove: (id: string) => send('DELETE', `${path}/${id}`),
  };
};

describe('a view of decisions', () => {
  it('is shared with the people of its role, who can rename and delete it, and exists for no one else', async () => {
    const [noor, omar, layla] = [await as('noor'), await as('omar'), await as('layla')];
    const saved = await noor.save('games', VIEW);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.json).toMatchObject({ ...VIEW, version: 1, saved_by_name: 'Noor Al Amiri' });
    expect([await noor.names(), await omar.names(), await layla.names()]).toEqual([['Games'], [], []]);
    expect(codeOf(await omar.save('games', { ...VIEW, role: 'card-operations', version: 1 }))).toBe('404 332');
    expect(codeOf(await omar.remove('games'))).toBe('404 332');
    expect(codeOf(await omar.save('other', VIEW))).toBe('400 106');
    expect((await noor.save('games', { ...VIEW, name: 'Night games', version: 1 })).json).toMatchObject({ version: 2 });
    expect(codeOf(await noor.save('games', { ...VIEW, name: 'Older', version: 1 }))).toBe('409 421');
    expect(codeOf(await noor.save('games', VIEW))).toBe('409 421');
    expect(await noor.names()).toEqual(['Night games']);
    expect((await noor.remove('games')).json).toMatchObject({ name: 'Night games' });
    expect(codeOf(await noor.remove('games'))).toBe('404 332');
    expect(codeOf(await noor.save('games', { ...VIEW, version: 2 }))).toBe('404 332');
  });

  it('is read and not written by an auditor, and a client sees the views of all roles', async () => {
    await call('PUT', '/audited', { ...VIEW, name: 'Audited', role: 'auditor' });
    await call('PUT', '/agents', { ...VIEW, name: 'Agents', role: 'agent' });
    const rania = await as('rania');
    expect(await rania.names()).toEqual(['Audited']);
    expect(codeOf(await rania.remove('audited'))).toBe('403 202');
    expect((await call('GET')).json.items).toMatchObject([{ name: 'Agents' }, { name: 'Audited' }]);
    expect(codeOf(await call('GET', '', undefined, 'demo-acquirer'))).toMatch(/^403 20[23]$/);
    expect(codeOf(await call('PUT', '/wrong', { ...VIEW, role: 'bank-admin' }))).toBe('400 106');
  });

  it('can be shared with each role that reads decisions', () => {
    const readers = ROLES.filter((role) => scopesOfRoles([role], 'bank').includes('authorizations:read'));
    expect([...VIEW_ROLES]).toEqual(readers);
  });

  it('contains no card number, and its changes are in the audit log', async () => {
    const { cardNumber: pan } = await issueCard(server);
    const { json, text } = await call('PUT', '/masked', { ...VIEW, name: `Card ${pan}` });
    expect(json.version, text).toBe(1);
    expect(text).not.toContain(pan);
    await call('DELETE', '/masked');
    const rows = await server.db.sql<{ outcome: string }>(
      "select outcome, details::text, before::text, after::text from audit_log where subject = 'authorization-view:masked' order by audit_id",
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['created', 'deleted']);
    expect(JSON.stringify(rows)).not.toContain(pan);
  });
});
