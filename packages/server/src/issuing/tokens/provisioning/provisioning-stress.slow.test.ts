import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { restrict, setCardStatus } from '../../../testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
} from '../../../testing/cards/issued-cards.ts';
import { act, queueNotifications } from '../../../testing/cards/tokens.ts';
import { seededRandom } from '../../../testing/random.ts';
import { fileServer } from '../../../testing/test-server.ts';

/** Requests of each kind at once; a long run sets the variable. */
const AT_ONCE = Number(process.env.CARDWRIGHT_PROVISIONING_STRESS ?? 150);
const ROUNDS = 4;
const cards: IssuedCard[] = [];
const server = fileServer({}, { workers: 2 });
beforeAll(async () => {
  await queueNotifications(server);
  await server.db.sql(
    `update webhook_endpoints set events = events || array['token.*', 'card.*', 'limit.*'] where endpoint_id = 'test-endpoint'`,
  );
  for (let at = 0; at < 8; at++) {
    const account = await issueAccount(server, { available: '1000000.00' });
    cards.push(await addCard(server, account), await addCard(server, account));
  }
});

it('requests for tokens that run with payments, blocks, restrictions, limits and changes of tokens never get 500', async () => {
  const random = seededRandom(36);
  const references: string[] = [];
  const request = async () => {
    const payload = {
      ...{ provisioning_id: randomUUID(), card: random.pick(cards).exid },
      ...{ requestor_id: 'R-1', requestor_name: 'Example Pay', scores: { account: 5, device: random.pick([1, 5]) } },
      device: { id: random.pick(['D-1', 'D-2', 'D-3', randomUUID()]) },
    };
    const send = () => server.request({ method: 'POST', url: '/V2/tokens/provisioning', as: 'demo-network', payload });
    // the second one is a concurrent repeat
    const [{ status, json }, again] = await Promise.all([send(), send()]);
    if (typeof json.token_reference === 'string') references.push(json.token_reference);
    return [status, again.status];
  };
  const limit = async () => {
    const { exid } = random.pick(cards);
    const terms = { id: 'TOKENS', measure: 'provisionings', window: { sliding: 60 }, max: String(random.from(1, 9)) };
    const payload = { ...terms, level: 'card', card_identifier_id: exid };
    return [(await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload })).status];
  };
  const others: (() => Promise<number[]>)[] = [
    async () => [(await authorize(server, ecommerceMessage(random.pick(cards)))).status],
    async () => [
      (await setCardStatus(server, random.pick(cards).exid, random.pick(['BLOCKED', 'ACTIVE', 'ACTIVE']))).http.status,
    ],
    async () => {
      const restriction = { restriction_type: 'ECOM', isAllowed: random.oneIn(2) };
      return restrict(server, random.pick(cards), restriction).then(() => [200]);
    },
    limit,
    async () => {
      const [token] = references.splice(random.below(Math.max(1, references.length)), 1);
      if (token === undefined) return [];
      return [(await act(server, token, random.pick(['suspend', 'delete']))).status];
    },
  ];
  const statuses: Record<number, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const sent = [
      ...Array.from({ length: AT_ONCE }, request),
      ...Array.from({ length: AT_ONCE }, () => random.pick(others)()),
    ];
    for (const status of (await Promise.all(sent)).flat()) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  // 409: a repeat of a running request, or a change that the state of a token does not allow; 503: too many wait
  expect(statuses[500], JSON.stringify(statuses)).toBeUndefined();
  const [doubled] = await server.db.sql(
    `select count(*)::int as doubled from (
       select from token_provisionings group by network, provisioning_id having count(*) > 1) as ids`,
  );
  expect(doubled).toEqual({ doubled: 0 });
});
