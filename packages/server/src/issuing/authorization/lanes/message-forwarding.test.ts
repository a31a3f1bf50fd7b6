import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Server } from '../../../host/assembly/server.ts';
import { anotherServer } from '../../../testing/another-server.ts';
import { authorize, balances, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { openWorkerCluster } from '../../../testing/worker-cluster.ts';

const ONE_LANE = { CARDWRIGHT_AUTHORIZATION_LANES: '1' };

describe('a worker whose lanes are in another worker', () => {
  /** The worker with the only lane. */
  let deciding: Server;
  let forwarding: Server;
  const base = fileServer();
  const cluster = fileResource(() => openWorkerCluster(2));
  beforeAll(async () => {
    const [first, second] = cluster.all;
    deciding = await anotherServer(base, ONE_LANE, { peerProcesses: first! });
    forwarding = await anotherServer(base, ONE_LANE, { peerProcesses: second! });
    await vi.waitUntil(() => second!.requesterOf(0) !== undefined, WITHIN);
  });
  const card = fileResource(() => issueCard(base, { available: '100.00' }));
  afterAll(async () => {
    await forwarding?.close();
    await deciding?.close();
  });

  async function send(message: Record<string, unknown> | string) {
    const headers = {
      authorization: `Bearer ${await base.token('demo-network')}`,
      'content-type': 'application/json',
    };
    const answer = await forwarding.app.inject({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      headers,
      payload: message,
    });
    return { text: answer.body, json: answer.json(), isRepeat: answer.headers['idempotent-replayed'] === 'true' };
  }

  it('forwards every message, returns the decision of the other worker, and repeats it digit by digit', async () => {
    const before = cluster.requestCount();
    const text = JSON.stringify(ecommerceMessage(card)).replace(
      /"From_Account_No":"\d+"/,
      '"From_Account_No":1234567890123456789012345678',
    );
    const first = await send(text);
    expect(first.json.Action_Code).toBe('00');
    expect(first.text).toContain('"From_Account_No":1234567890123456789012345678,');
    expect(await send(text)).toEqual({ ...first, isRepeat: true });
    expect(cluster.requestCount() - before).toBe(2);
    expect(await balances(base, card.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('returns a refusal with its reason', async () => {
    const answer = await send(ecommerceMessage(card, { Card_Expiry_Date: '3001' }));
    expect([answer.json.Action_Code, answer.json.Additional_Response_Data]).toEqual(['54', 'EXPIRY_MISMATCH']);
  });

  it('decides messages itself once the other worker has left, and loses none in between', async () => {
    const other = await issueCard(base, { available: '10000.00' });
    const messages = Array.from({ length: 60 }, () => ecommerceMessage(other));
    const answers: Awaited<ReturnType<typeof send>>[] = [];
    const sending = (async () => {
      for (const message of messages) answers.push(await send(message));
    })();
    await vi.waitUntil(() => answers.length > 20, WITHIN);
    await deciding.close();
    await sending;
    expect(answers.map(({ json }) => json.Action_Code)).toEqual(Array(60).fill('00'));
    expect(await balances(base, other.accountNumber)).toBe('8500.00 1500.00 10000.00');
    expect((await authorize(base, messages[0]!)).json).toEqual(answers[0]!.json);
  });
});
