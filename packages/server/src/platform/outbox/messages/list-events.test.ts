import { describe, expect, it } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../../testing/cards/tokens.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import { registerWebhook } from '../../../testing/webhooks.ts';

const server = fileServer();

const get = (path: string, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2${path}`, as });
const list = (query: Record<string, string>, as?: string) => get(`/events?${new URLSearchParams(query)}`, as);
interface ListItem {
  id: string;
  type: string;
}
const eventsOf = ({ json }: Answer) => json.items as unknown as ListItem[];

/** A token that was suspended and resumed: three events of its stream. */
async function busyToken(as?: string): Promise<string> {
  const card = await issueCard(server, { ...(as !== undefined && { as }) });
  const token = await newToken(server, card.exid, {}, as);
  await act(server, token, 'suspend', {}, as);
  await act(server, token, 'resume', {}, as);
  return token;
}

describe('the list of events', () => {
  it('has the events of a token, newest first, also without an endpoint, and never their content', async () => {
    server.clock.set('2026-11-20T09:00:00Z');
    const token = await busyToken();
    const { json, text } = await list({ stream: `token:${token}` });
    expect(json.items).toMatchObject([
      { type: 'TE', stream: `token:${token}`, created_at: '2026-11-20T09:00:00.000Z', expires_at: null },
      { type: 'TD' },
      { type: 'TC', indicator: null },
    ]);
    expect(text).not.toContain('textMessage');
    const [newest] = eventsOf(await list({ type: 'TC', limit: '1' }));
    expect(newest?.type).toBe('TC');
    expect(eventsOf(await list({ stream: `token:${token}`, from: '2026-11-20T09:00:01Z' }))).toEqual([]);
    expect(eventsOf(await list({ stream: `token:${token}`, to: '2026-11-20T09:00:00Z' }))).toEqual([]);
  });

  it('has each event on exactly one page, even if several have the same time', async () => {
    const token = await busyToken();
    const stream = `token:${token}`;
    const all = eventsOf(await list({ stream }));
    const first = await list({ stream, limit: '2' });
    const rest = await list({ stream, limit: '2', cursor: String(first.json.next) });
    expect([...eventsOf(first), ...eventsOf(rest)]).toEqual(all);
    expect([eventsOf(first).length, rest.json.next]).toEqual([2, null]);
  });

  it('shows one event with its state at each subscribed endpoint', async () => {
    const before = await busyToken();
    const endpoint = await registerWebhook(server, { events: ['TE'] });
    const token = await busyToken();
    const [newest, , first] = eventsOf(await list({ stream: `token:${token}` }));
    expect((await get(`/events/${newest?.id}`)).json).toEqual({
      ...newest,
      messages: [{ endpoint_id: endpoint.id, state: expect.stringMatching(/^(PENDING|DEAD)$/) }],
    });
    expect((await get(`/events/${first?.id}`)).json).toEqual({ ...first, messages: [] });
    const [untold] = eventsOf(await list({ stream: `token:${before}` }));
    expect((await get(`/events/${untold?.id}`)).json.messages).toEqual([]);
  });

  it('has no events of other owners, and is refused to a network', async () => {
    const foreign = await busyToken('other-bank');
    const [event] = eventsOf(await list({ stream: `token:${foreign}` }, 'other-bank'));
    expect(eventsOf(await list({ stream: `token:${foreign}` }))).toEqual([]);
    expect(eventsOf(await list({ stream: `token:${foreign}` }, 'demo-acquirer'))).toEqual([]);
    expect((await get(`/events/${event?.id}`)).json.error_code).toBe('313');
    expect((await get(`/events/${event?.id}`, 'other-bank')).json).toMatchObject({ id: event?.id });
    expect((await get('/events/none')).json.error_code).toBe('105');
    expect((await list({}, 'demo-network')).status).toBe(403);
  });
});
