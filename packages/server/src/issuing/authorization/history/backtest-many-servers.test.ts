import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Server } from '../../../host/assembly/server.ts';
import { anotherServer } from '../../../testing/another-server.ts';
import { addCard, ecommerceMessage, issueAccount } from '../../../testing/cards/issued-cards.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { withSeed } from '../../../testing/random.ts';
import { fileServer } from '../../../testing/test-server.ts';

const NEARLY_MIDNIGHT = '2026-11-20T19:59:50.000Z';
let second: Server;
const first = fileServer();
beforeAll(async () => {
  // its clock is behind, so that its later decisions have earlier times
  const clock = { now: () => new Date(first.clock.now().getTime() - 700) };
  second = await anotherServer(first, {}, { clock });
});
afterAll(async () => {
  await second?.close();
});

it('a backtest reproduces the decisions of two servers about one account bit for bit, with different clocks and at midnight', async () => {
  await withSeed(async (random) => {
    first.clock.set(NEARLY_MIDNIGHT);
    const account = await issueAccount(first, { available: '100000.00' });
    const cards = [await addCard(first, account), await addCard(first, account)];
    const apps = [first.server.app, second.app];
    const authorization = `Bearer ${await first.token('demo-network')}`;
    for (let burst = 0; burst < 40; burst++) {
      const limit = `${random.from(1, 9)}00.00`;
      const messages = Array.from({ length: 12 }, () => {
        const payload = ecommerceMessage(random.pick(cards), {
          Transaction_Amount_Cardholder_Billing: String(random.from(1, 9_000)).padStart(12, '0'),
        });
        return random.pick(apps).inject({
          method: 'POST',
          url: '/V2/authorizations/Ecommerce',
          headers: { authorization },
          payload,
        });
      });
      const cardSettings = { dailyLimit: limit, ecomStatus: random.pick(['ON', 'ON_FOR_ONE']) };
      const update = first.envelope('card-settings.update-settings', {
        accountNumber: cards[0]!.cardNumber,
        cardSettings,
      });
      const answers = await Promise.all(messages);
      expect((await update).exception.error_code).toBe('000');
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
      first.clock.advance(500);
    }
    const { json } = await backtest(first, account.accountNumber);
    expect(json).toMatchObject({ decisions: 480, identical: 480, changed: 0 });
    const { was } = json.approved as unknown as { was: { count: number } };
    expect(was.count).toBeGreaterThan(10);
    expect(was.count).toBeLessThan(480);
  });
});
