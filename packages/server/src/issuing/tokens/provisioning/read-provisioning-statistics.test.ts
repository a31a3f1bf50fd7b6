import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';

const UNKNOWN = '4000001999999998';

const server = fileServer();
let reference: string;
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  await request(card.exid, { requestor_id: '5011000001', scores: { account: 5, device: 5 } });
  reference = await request(card.exid, {});
  await request(UNKNOWN, {});
  await request(UNKNOWN, {});
});

async function request(of: string, more: Record<string, unknown>): Promise<string> {
  const named = { provisioning_id: randomUUID(), card: of, requestor_id: '4001003027', requestor_name: 'Example Pay' };
  const payload = { ...named, ...more };
  const { json } = await server.request({
    method: 'POST',
    url: '/V2/tokens/provisioning',
    as: 'demo-network',
    payload,
  });
  return String(json.token_reference);
}

const get = (url: string, as = 'demo-bank') => server.request({ url: `/V2${url}`, as });

describe('statistics of requests for tokens', () => {
  it('count the decisions of each day of the bank by outcome and reason', async () => {
    const day = { approved: 1, approved_with_code: 1, declined: 2, reasons: [{ reason: 'UNKNOWN_CARD', declined: 2 }] };
    const { json } = await get('/statistics/provisionings');
    expect(json).toEqual({ days: [{ day: '2026-11-20', ...day }], rules: [] });
    expect((await get('/statistics/provisionings?from=2026-11-20&to=2026-11-20')).json).toEqual(json);
    expect((await get('/statistics/provisionings?to=2026-11-19')).json).toEqual({ days: [], rules: [] });
  });

  it('begin at the first moment of a day of the bank', async () => {
    // 20:00 in UTC is midnight in Dubai
    await server.db.sql(
      `update token_provisionings set decided_at = '2026-11-20T20:00:00Z' where reason is null and outcome = 'APPROVED'`,
    );
    const days = (await get('/statistics/provisionings?to=2026-11-21')).json.days as {
      day: string;
      approved: number;
    }[];
    expect(days.map(({ day, approved }) => [day, approved])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 1],
    ]);
  });

  it('contain only decisions of the bank', async () => {
    expect((await get('/statistics/provisionings', 'other-bank')).json).toEqual({ days: [], rules: [] });
  });
});

describe('the list of decisions', () => {
  it.each([
    ['rule=SCORES', 1],
    ['rule=CARD_FOUND', 2],
    ['requestor=5011000001', 1],
    ['network=demo-network', 4],
    ['network=other-network', 0],
  ])('takes the filter %s', async (filter, found) => {
    expect((await get(`/tokens/provisioning?${filter}`)).json.items).toHaveLength(found);
  });

  it('filters by the reference of a token, alone and with its card', async () => {
    expect((await get(`/tokens/provisioning?token=${reference}`)).json.items).toHaveLength(1);
    expect((await get(`/tokens/provisioning?token=${reference}&card=${card.exid}`)).json.items).toHaveLength(1);
    expect((await get(`/tokens/provisioning?token=${randomUUID()}`)).json.items).toEqual([]);
  });
});

describe('a decision that requires a code', () => {
  it('has the channels on file', async () => {
    const { items } = (await get('/tokens/provisioning?outcome=APPROVED_WITH_CODE')).json as {
      items: { decision_id: string }[];
    };
    const { json } = await get(`/tokens/provisioning/${items[0]?.decision_id}`);
    expect(json.activation_methods).toEqual([
      { method: 'SMS', value: '*********567' },
      { method: 'CALL' },
      { method: 'APP' },
    ]);
  });
});
