import { describe, expect, it } from 'vitest';
import {
  merchantBody,
  newId,
  onboard,
  putInStatus,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

interface Status {
  requestId: string;
  receivedAt: string;
  merchantCount: number;
  counts: Record<string, number>;
  applications: { applicationId: string; merchants: Record<string, unknown>[] }[];
  next_cursor: string | null;
}

async function statusOf(requestId: string, query = '', as = 'demo-acquirer') {
  const answer = await server.request({ method: 'GET', url: `/V2/merchants/onboarding/${requestId}${query}`, as });
  return { status: answer.status, json: answer.json as unknown as Status & { error_code: string } };
}

describe('the status of a request', () => {
  it('returns the current status of each merchant and the reason why it waits', async () => {
    const [first, second, third, requestId] = [newId('M'), newId('M'), newId('M'), newId('R')];
    const merchants = [merchantBody(first, { nickname: 'x' }), merchantBody(second), merchantBody(third)];
    await onboard(server, requestOf(merchants, {}, requestId));
    await putInStatus(server, second, 'REJECTED');
    await putInStatus(server, third, 'INFORMATION_REQUIRED');
    await server.db.sql(`update merchant_events set reason = 'on a list' where merchant_id = any($1)`, [
      [first, second],
    ]);
    await server.db.sql(
      `update merchants set information_required = '[{"path":"trn","action":"correct it"}]' where merchant_id = $1`,
      [third],
    );
    const { json } = await statusOf(requestId);
    expect(json).toEqual({
      requestId,
      receivedAt: '2026-11-20T08:00:00.000Z',
      merchantCount: 3,
      counts: { RECEIVED: 1, REJECTED: 1, INFORMATION_REQUIRED: 1 },
      applications: [
        {
          applicationId: expect.any(String),
          merchants: [
            {
              merchantId: first,
              status: 'RECEIVED',
              warnings: [{ path: 'payload.applications[0].merchants[0].nickname', rule: 'unknown-field' }],
            },
            { merchantId: second, status: 'REJECTED', reason: 'on a list', warnings: [] },
            {
              merchantId: third,
              status: 'INFORMATION_REQUIRED',
              informationRequired: [{ path: 'trn', action: 'correct it' }],
              warnings: [],
            },
          ],
        },
      ],
      next_cursor: null,
    });
  });

  it('is paged in the order of the request, whatever changes between two pages', async () => {
    const requestId = newId('R');
    const ids = Array.from({ length: 450 }, () => newId('PAGED'));
    const bodies = ids.map((id) => merchantBody(id, { terminals: [terminalBody(newId('T'))] }));
    const applications = [{ merchants: bodies.slice(0, 250) }, { merchants: bodies.slice(250) }];
    const sent = await onboard(server, { requestId, payload: { applications } });
    expect(sent.status, sent.text).toBe(202);
    const [one, other] = (sent.json.applications as { applicationId: string }[]).map((each) => each.applicationId);

    const pages: Status[] = [];
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
      const { json } = await statusOf(
        requestId,
        `?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`,
        'demo-reviewer',
      );
      pages.push(json);
      // The next page must not shift after a page is read, a newer request arrives with the same id, or a merchant
      // moves.
      await putInStatus(server, ids[0]!, 'SCREENING');
      const newer = requestOf([merchantBody(newId('M'))], {}, requestId);
      if (pages.length === 1) expect((await onboard(server, newer, { as: 'second-acquirer' })).status).toBe(202);
    }
    expect(pages.map(({ applications: all }) => all.map(({ applicationId }) => applicationId))).toEqual([
      [one],
      [one, other],
      [other],
    ]);
    const read = pages.flatMap(({ applications: all }) => all.flatMap(({ merchants }) => merchants));
    expect(read.map(({ merchantId }) => merchantId)).toEqual(ids);
    expect(pages.map(({ merchantCount }) => merchantCount)).toEqual([450, 450, 450]);
    expect(pages.map(({ counts }) => counts)).toEqual([
      { RECEIVED: 450 },
      { RECEIVED: 449, SCREENING: 1 },
      { RECEIVED: 449, SCREENING: 1 },
    ]);
  });

  it("is that of the caller’s own request, or else of another client's newest one", async () => {
    const requestId = newId('R');
    const [own, others] = [newId('M'), newId('M')];
    const firstOf = ({ json }: Awaited<ReturnType<typeof statusOf>>) => json.applications[0]!.merchants[0]!.merchantId;
    await onboard(server, requestOf([merchantBody(own)], {}, requestId));
    expect(firstOf(await statusOf(requestId, '', 'second-acquirer'))).toBe(own);
    await onboard(server, requestOf([merchantBody(others)], {}, requestId), { as: 'second-acquirer' });
    expect(firstOf(await statusOf(requestId))).toBe(own);
    expect(firstOf(await statusOf(requestId, '', 'second-acquirer'))).toBe(others);
    expect(firstOf(await statusOf(requestId, '', 'demo-reviewer'))).toBe(others);
  });

  it('is refused with a limit out of range or an invalid cursor, and is 308 for an unknown request', async () => {
    const requestId = newId('R');
    await onboard(server, requestOf([merchantBody(newId('M'))], {}, requestId));
    const codes = await Promise.all(
      ['?limit=0', '?limit=201', '?cursor=x', '?cursor=1-'].map(
        async (query) => (await statusOf(requestId, query)).json.error_code,
      ),
    );
    expect(codes).toEqual(['106', '106', '106', '106']);
    const unknown = await statusOf(newId('NONE'));
    expect([unknown.status, unknown.json.error_code]).toEqual([404, '308']);
    const other = await statusOf(newId('NONE'), '?cursor=1-0');
    expect([other.status, other.json.error_code]).toEqual([404, '308']);
  });
});

describe('the list of merchants', () => {
  it('shows the newest first, page by page, and can be filtered by status and state', async () => {
    const ids = [newId('L'), newId('L'), newId('L')];
    for (const id of ids) {
      server.clock.advance(1_000);
      await onboard(server, requestOf([merchantBody(id)]));
    }
    await putInStatus(server, ids[1]!, 'BOARDED');
    const list = async (query: string) => {
      const answer = await server.request({ method: 'GET', url: `/V2/merchants${query}`, as: 'demo-acquirer' });
      return answer.json as unknown as { merchants: Record<string, unknown>[]; next_cursor: string | null };
    };
    const first = await list('?limit=2');
    expect(first.merchants.map(({ merchantId }) => merchantId)).toEqual([ids[2], ids[1]]);
    expect(first.merchants[1]).toEqual({
      merchantId: ids[1],
      merchantName: 'Souk Trading',
      status: 'BOARDED',
      merchantState: 'ACTIVE',
      applicationId: expect.any(String),
      chainId: null,
      version: 1,
      changedAt: '2026-11-20T08:00:02.000Z',
    });
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect(second.merchants.map(({ merchantId }) => merchantId)).toEqual([ids[0]]);
    const active = await list('?status=BOARDED&merchantState=ACTIVE');
    expect(active.merchants.map(({ merchantId }) => merchantId)).toContain(ids[1]);
    expect(active.merchants.every(({ merchantState }) => merchantState === 'ACTIVE')).toBe(true);
    expect((await list('?merchantState=CLOSED')).merchants).toEqual([]);
  });
});
