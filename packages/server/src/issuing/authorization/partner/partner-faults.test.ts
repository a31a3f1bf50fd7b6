import { expect, it, vi } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import {
  authorize,
  balances,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
} from '../../../testing/cards/issued-cards.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { answersWith, configurePartner, startPartner } from '../../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { seededRandom } from '../../../testing/random.ts';
import { fileServer } from '../../../testing/test-server.ts';
import {
  answersStatus,
  type Behaviour,
  closeConnection,
  hangBeforeHeaders,
} from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

const ACCOUNTS = 4;
const ROUNDS = 12;
/** The available amount of an account. Each message is 10.00, so fewer are approved than are sent. */
const AVAILABLE = '80.00';

const FAULTS: readonly Behaviour[] = [
  answersWith({ decision: 'approve' }),
  answersWith({ decision: 'approve' }),
  answersWith({ decision: 'decline', actionCode: '05' }),
  answersWith({ decision: 'perhaps' }),
  answersStatus(500),
  closeConnection,
  hangBeforeHeaders,
];

const server = fileServer({}, { workers: 2 });
const partner = fileResource(() => startPartner());

async function differencesOf({ accountNumber }: IssuedCard) {
  const { json } = await backtest(server, accountNumber);
  return [json.changed, Number(json.decisions) - Number(json.identical)];
}

it.each([7, 8])(
  'two workers with a faulty partner spend nothing twice, and send it each advice in order (seed %s)',
  async (seed) => {
    const random = seededRandom(seed);
    await configurePartner(server, {
      url: `${partner.url}/decide`,
      keys: [partner.secret],
      deadline_ms: 50,
      stand_in: { approve_up_to: '10.00', per_day: '40.00' },
      breaker: { failures_in_a_row: 1_000, failures_of_last_100: 100 },
    });
    // advices go to the same URL, so some of them are lost too, and are sent again
    partner.behave((request, response) => {
      const isQuestion = request.body.includes('"authorization.decision"');
      const fault = isQuestion ? random.pick(FAULTS) : FAULTS[random.from(0, 9) < 8 ? 0 : 5];
      fault?.(request, response);
    });
    const cards: IssuedCard[] = [];
    for (let at = 0; at < ACCOUNTS; at++) cards.push(await issueCard(server, { available: AVAILABLE }));
    const approved = new Map<IssuedCard, number>();
    let reference = 720_000_000_000 + seed * 1_000_000;
    for (let round = 0; round < ROUNDS; round++) {
      const messages = cards.map(async (card) => {
        const amount = { Transaction_Amount: '000000001000', Transaction_Amount_Cardholder_Billing: '000000001000' };
        const rrn = String(++reference);
        const { json } = await authorize(
          server,
          ecommerceMessage(card, { Retrieval_Reference_Number: rrn, ...amount }),
        );
        if (json.Action_Code === '00') approved.set(card, (approved.get(card) ?? 0) + 1);
      });
      await Promise.all(messages);
    }
    for (const card of cards) {
      const count = approved.get(card) ?? 0;
      expect(count).toBeLessThanOrEqual(8);
      expect(await balances(server, card.accountNumber)).toContain(`${80 - 10 * count}.00`);
      expect(await differencesOf(card)).toEqual([0, 0]);
    }
    await waitForIndex(server);
    const expectedRows = await server.db.sql<{ account_number: string; rrns: string[] }>(
      `select a.account_number, array_agg(lpad(z.retrieval_reference::text, 12, '0') order by z.retrieval_reference) as rrns
         from authorizations z join accounts a using (bucket, account_id)
        where a.account_number = any($1)
          and (z.trace ~ '"PARTNER","(LATE|WRONG|UNREACHABLE)"' or (z.trace ~ '"PARTNER","APPROVE"' and z.action_code <> '00'))
        group by 1`,
      [cards.map(({ accountNumber }) => accountNumber)],
    );
    expect(expectedRows.length).toBeGreaterThan(0);
    await vi.waitFor(() => {
      // retries are due later
      server.clock.advance(60_000);
      for (const { account_number: number, rrns } of expectedRows) {
        const ids = new Map(
          partner
            .advices()
            .filter((advice) => advice.account_number === number)
            .map(({ id, retrieval_reference_number: rrn }) => [id, rrn]),
        );
        expect([...ids.values()]).toEqual(rrns);
      }
    }, WITHIN);
  },
);
