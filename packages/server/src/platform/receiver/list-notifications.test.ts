import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { type AnyType, notification, TOKEN_OF_TYPE } from '../../testing/notifications.ts';
import { fileServer } from '../../testing/test-server.ts';

const PATH = '/V2/webhook/TokenNotification';

const server = fileServer();

async function receive(type: AnyType, more: Record<string, unknown> = {}, as = 'demo-bank'): Promise<string> {
  const message = notification(type, more);
  const answer = await server.request({ method: 'POST', url: PATH, as, payload: message });
  expect(answer.status).toBe(200);
  server.clock.advance(1_000);
  return message.id;
}

interface ListItem {
  notifications: JsonObject[];
  next_cursor: string | null;
}

async function list(query = '', as = 'demo-bank'): Promise<ListItem> {
  const answer = await server.request({ method: 'GET', url: `${PATH}${query}`, as });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as unknown as ListItem;
}

const idsOf = ({ notifications }: ListItem) => notifications.map(({ id }) => id);

describe('the list of received notifications', () => {
  it('is empty for a bank that received none', async () => {
    expect(await list('', 'watching-bank')).toEqual({ notifications: [], next_cursor: null });
  });

  it('contains each with its content, its sender and the answer to it', async () => {
    const now = server.clock.now();
    server.clock.set('2026-11-20T08:00:00.000Z');
    const message = notification('TD');
    const { json: answer } = await server.request({ method: 'POST', url: PATH, as: 'other-bank', payload: message });
    server.clock.set(now.toISOString());
    expect(await list('', 'other-bank')).toEqual({
      notifications: [
        {
          id: message.id,
          type: 'TD',
          timestamp: '2026-11-20T07:59:58Z',
          received_at: '2026-11-20T08:00:00.000Z',
          answer_id: answer.id,
          authenticated_by: 'BEARER',
          details: {
            card: {
              id: { type: 'externalCardId', value: '90000000000000000001' },
              maskedCardNumber: '400000XXXXXX0018',
              clientId: '1000045',
              mobilePhone: '+971500000009',
              email: 'cardholder@example.com',
              language: 'ENG',
              cbsNumber: '001',
            },
            textMessage: 'Your code is not asked for',
            token: {
              requestorId: '5011000001',
              requestorName: 'Phone Pay',
              deviceType: 'PHONE',
              tokenEventReasonCode: 'LOST_DEVICE',
              tokenEventIndicator: '6',
            },
          },
        },
      ],
      next_cursor: null,
    });
  });

  it('never contains an activation code, the text that contains it, or members that the interface does not define', async () => {
    const codes = [
      await receive('AC', { note: 'unlisted 482913' }),
      await receive('TC', {
        details: { textMessage: '482913', token: { ...TOKEN_OF_TYPE.TC, activationCode: '482913' } },
      }),
      await receive('AC', { details: { textMessage: 'الرمز ٤٨٢٩١٣', token: { ...TOKEN_OF_TYPE.AC, pin: '482913' } } }),
    ];
    const answer = await server.request({ method: 'GET', url: `${PATH}?limit=3`, as: 'demo-bank' });
    expect(idsOf(answer.json as unknown as ListItem)).toEqual(codes.reverse());
    expect(answer.text).not.toMatch(/482913|٤٨٢٩١٣|activationCode|textMessage|unlisted|pin/);
    expect(answer.json.notifications).toMatchObject([
      { type: 'AC', details: { token: { activationPref: 'SMS', requestorName: 'Phone Pay' } } },
      { type: 'TC', details: { token: { deviceType: 'PHONE' } } },
      { type: 'AC', details: { card: { clientId: '1000045' } } },
    ]);
  });

  it.each([
    ['a card number, whatever its check digit', 'cardNumber', '5555555555554445', '555555XXXXXX4445'],
    ['a card number without a type', undefined, '5555555555554444', '555555XXXXXX4444'],
    ['another bank’s card number called an id', 'externalCardId', '5555555555554444', '555555XXXXXX4444'],
    [
      'a card number of ours with 19 digits called an id',
      'externalCardId',
      '4000001234567890124',
      '400000XXXXXXXXX0124',
    ],
    ['an id with a check digit that happens to fit', 'externalCardId', '9000000000000000001', '9000000000000000001'],
    ['an id of 20 digits', 'externalCardId', '90000000000000000001', '90000000000000000001'],
    ['an id of 16 digits', 'externalCardId', '5555555555554445', '5555555555554445'],
  ])('masks %s where necessary', async (_what, type, value, expected) => {
    await receive('TC', { details: { card: { id: { type, value } }, token: TOKEN_OF_TYPE.TC } });
    expect((await list('?limit=1')).notifications).toMatchObject([{ details: { card: { id: { value: expected } } } }]);
  });

  it('shows a card number masked in a field for masked ones', async () => {
    const card = { maskedCardNumber: '4000001234567899' };
    await receive('TC', { details: { card, token: TOKEN_OF_TYPE.TC } });
    expect((await list('?limit=1')).notifications).toMatchObject([
      { details: { card: { maskedCardNumber: '400000XXXXXX7899' } } },
    ]);
  });

  it('is paged from the newest to the oldest, for one type or for all', async () => {
    const before = idsOf(await list('?limit=200'));
    const sent: string[] = [];
    for (const type of ['TC', 'TE', 'TC', 'TE', 'TC'] as const) sent.unshift(await receive(type));
    const all: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: ListItem = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.notifications.length).toBeGreaterThan(0);
      all.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    expect(all).toEqual([...sent, ...before]);
    const first = await list('?type=TE&limit=1');
    const second = await list(`?type=TE&limit=1&cursor=${first.next_cursor}`);
    expect([idsOf(first), idsOf(second), second.next_cursor]).toEqual([[sent[1]], [sent[3]], null]);
  });

  it('lists each of several that arrived in the same millisecond', async () => {
    await receive('TC');
    const together = await Promise.all(
      [1, 2, 3].map(async () => {
        const message = notification('TE');
        await server.request({ method: 'POST', url: PATH, as: 'demo-bank', payload: message });
        return message.id;
      }),
    );
    // the notification from before is older than these, so that there is another page
    const first = await list('?limit=2');
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(together.sort());
  });

  it.each([
    ['limit=0', '106', 'limit'],
    ['limit=201', '106', 'limit'],
    ['limit=1000', '104', 'limit'],
    ['limit=ten', '105', 'limit'],
    ['type=AB', '106', 'type'],
    ['cursor=1', '106', 'cursor'],
    [`cursor=${'1'.repeat(61)}`, '104', 'cursor'],
  ])('%s is %s', async (query, code, path) => {
    const answer = await server.request({ method: 'GET', url: `${PATH}?${query}`, as: 'demo-bank' });
    expect([answer.status, answer.json.error_code]).toEqual([400, code]);
    expect(answer.json.errors).toMatchObject([{ path, code }]);
  });

  it('is audited with the reader and the number of notifications', async () => {
    await receive('TC');
    await receive('TE');
    await list('?limit=2');
    const [row] = await server.db.sql(
      `select bank_id, actor, subject, outcome, details from audit_log
        where operation = 'receiver.list-notifications' order by audit_id desc limit 1`,
    );
    expect(row).toEqual({
      bank_id: 'DEMO',
      actor: 'demo-bank',
      subject: 'bank:DEMO',
      outcome: 'received notifications read',
      details: { notifications: 2 },
    });
  });
});
