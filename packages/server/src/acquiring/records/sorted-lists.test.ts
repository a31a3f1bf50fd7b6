import { beforeAll, describe, expect, it } from 'vitest';
import { hitsOf, sendHitDecision, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
/** The application and the merchant of each case, by name. They are received one hour apart. */
const sent: Record<string, { applicationId: string; merchantId: string; at: string }> = {};

const TRN = '555500001111';
const CASES: [name: string, more: Record<string, unknown>][] = [
  ['clean', {}],
  ['one', { mcc: '7995' }],
  ['two', { mcc: '7995', trn: TRN }],
  ['cleared', { mcc: '7801' }],
];

beforeAll(async () => {
  await server.db.sql(`update merchants set trn = $1 where acquirer_id = 'DEMO'`, [TRN]);
  for (const [index, [name, more]] of CASES.entries()) {
    const at = `2026-11-20T0${index + 1}:00:00.000Z`;
    server.clock.set(at);
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant(more)]);
    sent[name] = { applicationId, merchantId: merchantIds[0]!, at };
  }
  const { applicationId } = sent.cleared!;
  const [hit] = await hitsOf(server, applicationId);
  expect((await sendHitDecision(server, applicationId, hit!.hitId, 'clear')).status).toBe(200);
});

const nameOf = (id: string) =>
  Object.keys(sent).find((name) => sent[name]!.applicationId === id || sent[name]!.merchantId === id);

interface ListItem {
  readonly status: number;
  readonly names: string[];
  readonly hits: unknown[];
  readonly next: string | null;
  readonly text: string;
}

const list = async (path: 'applications' | 'merchants', query: string): Promise<ListItem> => {
  const url = `/V2/merchants${path === 'applications' ? '/applications' : ''}?${query}`;
  const { status, text, json } = await server.request({ method: 'GET', url, as: 'demo-reviewer' });
  const body = json as unknown as Record<string, { applicationId: string; merchantId?: string; hits?: object }[]>;
  // Leaves out the merchants of the sandbox.
  const rows = (body[path] ?? []).filter((row) => nameOf(row.merchantId ?? row.applicationId) !== undefined);
  return {
    status,
    text,
    names: rows.map((row) => nameOf(row.merchantId ?? row.applicationId) ?? ''),
    hits: rows.map(({ hits }) => hits),
    next: json.next_cursor as unknown as string | null,
  };
};

describe.each(['applications', 'merchants'] as const)('the list of %s', (path) => {
  it('shows the number of hits in each state', async () => {
    const { names, hits } = await list(path, 'sort=oldest&limit=200');
    expect(names).toEqual(['clean', 'one', 'two', 'cleared']);
    expect(hits).toEqual([undefined, { OPEN: 1 }, { OPEN: 2 }, { CLEARED: 1 }]);
  });

  it.each([
    ['hits=OPEN', ['two', 'one']],
    ['hits=CLEARED', ['cleared']],
    ['hits=CONFIRMED', []],
    ['hits=NONE', ['clean']],
    ['from=2026-11-20T02:00:00Z&to=2026-11-20T04:00:00Z', ['two', 'one']],
    // A time without a zone is UTC, and ISO 8601 also allows a comma.
    ['from=2026-11-20T02:00:00&to=2026-11-20T04:00:00,000Z', ['two', 'one']],
    ['hits=OPEN&to=2026-11-20T03:00:00Z', ['one']],
    ['sort=newest', ['cleared', 'two', 'one', 'clean']],
    ['sort=oldest', ['clean', 'one', 'two', 'cleared']],
    ['sort=hits', ['two', 'one', 'cleared', 'clean']],
    ['sort=oldest&hits=OPEN&status=PENDING_APPROVAL', ['one', 'two']],
  ])('with %s contains %j, in this order', async (query, names) => {
    expect((await list(path, `${query}&limit=200`)).names).toEqual(names);
  });

  it.each(['newest', 'oldest', 'hits'])('sorted by %s is paged, each entry once', async (sort) => {
    const whole = await list(path, `sort=${sort}&limit=200`);
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(path, `sort=${sort}&limit=1${cursor}`);
      names.push(...page.names);
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(names).toEqual(whole.names);
  });

  it('refuses a cursor of another sort, an unknown sort and an invalid time', async () => {
    const { next } = await list(path, 'sort=oldest&limit=1');
    for (const query of [`sort=hits&cursor=${next}`, 'sort=mcc', 'hits=SOME', 'from=yesterday']) {
      expect([query, (await list(path, query)).status]).toEqual([query, 400]);
    }
  });
});
