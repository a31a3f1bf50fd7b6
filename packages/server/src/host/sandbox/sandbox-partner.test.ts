import { expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { answersWith, startPartner } from '../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const partner = fileResource(() => startPartner());

const put = (body: object) =>
  server.request({
    method: 'POST',
    url: '/sandbox/decision-partner',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });

it('configures a partner for the demo bank, which is called from then on, and removes it', async () => {
  expect((await put({ decision_partner: { url: partner.url, keys: [partner.secret] } })).status).toBe(200);
  partner.behave(answersWith({ decision: 'decline', actionCode: '62' }));
  const card = await issueCard(server);
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('62');
  expect((await put({})).status).toBe(200);
  expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
  expect(partner.questions()).toHaveLength(1);
});

it('reports every problem of one', async () => {
  const wrong = { url: 'ftp://core.example/', keys: ['secret'], deadline_ms: 10, breaker: { failures_in_a_row: 0 } };
  const { status, json } = await put({ decision_partner: wrong });
  expect(status).toBe(400);
  expect(json.error).toBe(
    [
      'decision_partner.url must be https',
      'decision_partner.keys[0] is not a webhook key: a webhook key begins with whsec_, whsk_ or whpk_',
      'decision_partner.deadline_ms must be 50 to 2500, 500 less than CARDWRIGHT_AUTHORIZATION_DEADLINE_MS',
      'decision_partner.breaker.failures_in_a_row must be 1 to 1000',
    ].join('; '),
  );
});

it.each(['/sandbox/clock', '/sandbox/decision-partner'])('pages of other sites cannot use %s', async (url) => {
  const send = async (headers: Record<string, string>) =>
    (
      await server.request({
        method: 'POST',
        url,
        headers: { host: '127.0.0.1:8080', ...headers },
        payload: 'not JSON',
      })
    ).status;
  expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await send({ origin: 'https://evil.example' })).toBe(403);
  expect(await send({ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:8080' })).toBe(400);
  expect(await send({})).toBe(400);
});
