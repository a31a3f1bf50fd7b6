import { waitForIndex } from '../background-work.ts';
import { amountFields, setControls, use } from '../cards/card-control.ts';
import { type IssuedCard, issueCard } from '../cards/issued-cards.ts';
import { TEST_NOW, type TestServer } from '../test-server.ts';

/** A card with payments on two days, a week apart, as data for charts. */
export interface Trade {
  readonly card: IssuedCard;
}

/**
 * Makes the payments. Two weeks ago: one. A week ago in the morning: three approved and one declined. Today at five in the
 * morning (UTC): four approved and two declined; at seven: one approved.
 */
export async function makeTrade(server: TestServer): Promise<Trade> {
  server.clock.set('2026-11-05T06:00:00Z');
  const card = await issueCard(server, { available: '1000.00' });
  const pay = async (...amounts: readonly number[]) => {
    for (const amount of amounts) await use(server, card, amountFields(amount));
  };
  await pay(100);
  server.clock.set('2026-11-13T05:30:00Z');
  await pay(1_000, 2_000, 3_000, 9_999_900);
  server.clock.set('2026-11-20T05:10:00Z');
  await pay(1_000, 1_000, 1_000, 2_000, 9_999_900);
  await setControls(server, card, { ecomStatus: 'OFF' });
  await pay(1_500);
  await setControls(server, card, { ecomStatus: 'ON' });
  server.clock.set('2026-11-20T07:10:00Z');
  await pay(500);
  server.clock.set(TEST_NOW);
  await waitForIndex(server);
  return { card };
}
