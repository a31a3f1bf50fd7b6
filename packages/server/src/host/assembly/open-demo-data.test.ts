import { describe, expect, it, vi } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

const EIGHT_DAYS_MS = 8 * 86_400_000;

describe('a fresh sandbox, while its month of data is generated', () => {
  const server = fileServer({ CARDWRIGHT_SANDBOX_DATA: 'demo' }, { workers: 2 });

  /** Returns the number of generated payments in a state. */
  const generated = async (state: string) => {
    const rows = await server.db.sql<{ count: bigint }>(
      `select count(*) as count from authorizations where retrieval_reference < 700000310000 and state = '${state}'
          and retrieval_reference >= 700000000000`,
    );
    return Number(rows[0]?.count);
  };

  it('expires the reservations of its callers as soon as the clock has moved, and none of the generated data', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    await server.server.setAddress('http://127.0.0.1:9');
    // the payments are four weeks old, and have no completions yet
    await vi.waitUntil(async () => (await generated('A')) > 0, WITHIN);
    server.clock.advance(EIGHT_DAYS_MS);
    for (const worker of server.workers) await worker.periodicJobs.runDue();
    expect(await balances(server, card.accountNumber)).toBe('100.00 0.00 100.00');
    expect(await server.db.sql('select days_done from sandbox_demo_data where days_done < 9')).toHaveLength(1);
    expect(await generated('E')).toBe(0);
  });
});
