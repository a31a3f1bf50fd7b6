import { amountFields, use } from '../cards/card-control.ts';
import type { IssuedCard } from '../cards/issued-cards.ts';
import { answersWith, configurePartner, startPartner, type TestPartner } from '../decisions/decision-partners.ts';
import type { TestServer } from '../test-server.ts';
import { answersStatus } from '../webhook-receiver.ts';

/**
 * Configures the bank's own system: it approves two payments, declines one, and fails at one, which the stand-in then approves.
 */
export async function makePartnerHistory(server: TestServer, card: IssuedCard): Promise<TestPartner> {
  const partner = await startPartner();
  await configurePartner(server, {
    url: `${partner.url}/decide`,
    keys: [partner.secret],
    deadline_ms: 2_500,
    stand_in: { approve_up_to: '20.00', per_day: '100.00' },
  });
  for (const minor of [500, 600]) await use(server, card, amountFields(minor));
  partner.behave(answersWith({ decision: 'decline' }));
  await use(server, card, amountFields(700));
  partner.behave(answersStatus(503));
  await use(server, card, amountFields(1_250));
  return partner;
}
