import { beforeAll, describe, expect, it } from 'vitest';
import { clientBody } from '../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const person = (first_name: string, last_name: string) => ({ first_name, last_name, date_of_birth: '1990-01-31' });
const CLIENTS = {
  'FIND-1': { personal_details: person('José', 'Ångström'), card_name: 'J ANGSTROM' },
  'FIND-2': { personal_details: person('أحمد', 'عبد الرَّحمٰن'), contact_details: { mobile_phone: '050 777 12 34' } },
  'FIND-3': {
    personal_details: person('Josephine', 'Baker'),
    contact_details: { mobile_phone: '+971507771235', home_phone: '(04) 987-6543', email: 'Jo.Baker@Example.com' },
  },
  'FIND-4': { personal_details: person('Anna', 'Baker-Jones') },
};

const server = fileServer();
beforeAll(async () => {
  for (const [id, more] of Object.entries(CLIENTS)) {
    const created = await server.envelope('clients.create-client', clientBody(id, more));
    expect(created.exception.error_code).toBe('000');
  }
  await server.envelope(
    'clients.create-client',
    { ...clientBody('FIND-1', CLIENTS['FIND-1']), bank_code: '002' },
    { as: 'other-bank', header: { bank_id: 'OTHR' } },
  );
});

const list = (query: Record<string, string> = {}, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/clients?${new URLSearchParams(query)}`, as });
const idsOf = ({ json }: Answer) => (json.items as { customer_id: string }[]).map((client) => client.customer_id);
const found = async (q: string) => idsOf(await list({ q }));

describe('the search for clients', () => {
  it.each([
    ['the beginning of a word', 'jos', ['FIND-3', 'FIND-1']],
    ['letters with other accents and in another case', 'JÓSÉ', ['FIND-3', 'FIND-1']],
    ['beginnings of several words, in any order', 'angs jose', ['FIND-1']],
    ['a word of a double name', 'jones', ['FIND-4']],
    ['three words', 'baker anna jon', ['FIND-4']],
    ['Arabic without hamza and vowel signs', 'احمد الرحم', ['FIND-2']],
    ['Arabic with tatweel', 'أحـــمد', ['FIND-2']],
    ['a customer id', 'FIND-4', ['FIND-4']],
    ['the end of a phone number', '9876543', ['FIND-3']],
    ['a phone number with the prefix of a country that is stored without it', '+971 50 777 1234', ['FIND-2']],
    ['a phone number with two zeros', '00971507771235', ['FIND-3']],
    ['a phone number in Arabic digits', '٠٥٠٧٧٧١٢٣٤', ['FIND-2']],
    ['an e-mail address in another case', 'jo.baker@example.COM', ['FIND-3']],
    ['a part of a word that is not its beginning', 'ngstrom', []],
    ['two words, one of which matches no client', 'jose nobody', []],
    ['fewer than six digits', '71235', []],
    ['signs alone', '%_', []],
  ])('finds clients by %s', async (_what, q, ids) => {
    expect(await found(q)).toEqual(ids);
  });

  it('finds clients that were created before the search existed', async () => {
    await server.db.sql(`delete from client_terms where bank_id = 'DEMO'`);
    await server.db.sql(`update clients set terms_version = 0 where bank_id = 'DEMO'`);
    expect(await found('jos')).toEqual([]);
    await server.server.periodicJobs.runDue();
    expect(await found('jos')).toEqual(['FIND-3', 'FIND-1']);
  });

  it('identifies each client, and marks personal data as not masked', async () => {
    const answer = await list({ q: 'josephine' });
    expect(answer.json).toEqual({
      items: [
        {
          customer_id: 'FIND-3',
          card_name: 'TEST HOLDER',
          card_type: 'DEBIT',
          first_name: 'Josephine',
          last_name: 'Baker',
          mobile_phone: '+971507771235',
          email: 'Jo.Baker@Example.com',
          personal_data: 'SHOWN',
          created_at: '2026-11-20T08:00:00.000Z',
        },
      ],
      next: null,
    });
  });

  it('pages through all clients of the bank, newest first, without repetition', async () => {
    const all = idsOf(await list({ limit: '200' }));
    expect(all.slice(0, 4)).toEqual(['FIND-4', 'FIND-3', 'FIND-2', 'FIND-1']);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list({ limit: '2', ...(cursor !== '' && { cursor }) });
      paged.push(...idsOf(page));
      cursor = page.json.next as string | null;
    }
    expect(paged).toEqual(all);
  });

  it('refuses an unknown parameter, because a misspelled filter would show all clients', async () => {
    const answer = await list({ Q: 'jose' });
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toEqual([{ path: 'Q', code: '106', message: 'is no parameter of this list' }]);
  });

  it('writes an audit row that names the clients that were shown', async () => {
    await list({ q: 'josephine' });
    const [row] = await server.db.sql<{ outcome: string; details: unknown }>(
      `select outcome, details from audit_log where operation = 'clients.list-clients' order by audit_id desc limit 1`,
    );
    expect(row).toEqual({ outcome: 'clients searched', details: { clients: 'FIND-3' } });
  });

  it('is available to banks only', async () => {
    const answer = await list({}, 'demo-acquirer');
    expect(answer.status).toBe(403);
  });
});
