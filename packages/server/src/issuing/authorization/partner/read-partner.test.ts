import { expect, it, vi } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { amountFields } from '../../../testing/cards/card-control.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { answersWith, configurePartner, startPartner } from '../../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { answersStatus, delayedAnswer } from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

const server = fileServer();
const partner = fileResource(() => startPartner());
const card = fileResource(() => issueCard(server, { available: '1000.00' }));

const PATIENT = { failures_in_a_row: 1_000, failures_of_last_100: 100 };
const configure = (more: object) =>
  configurePartner(server, {
    ...{ url: `${partner.url}/decide`, keys: [partner.secret], stand_in: { approve_up_to: '20.00' }, breaker: PATIENT },
    ...more,
  });
const pay = async (minor: number) => {
  const reference = String(Math.floor(7e11 + Math.random() * 1e11));
  const message = ecommerceMessage(card, { ...amountFields(minor), Retrieval_Reference_Number: reference });
  return (await authorize(server, message)).json.Action_Code;
};
const health = async (as = 'demo-bank') =>
  (await server.request({ method: 'GET', url: '/V2/decision-partner', as })).json as Record<string, unknown> & {
    questions: { waited_ms: { p50: number; p99: number } };
  };

it('the health of a partner counts its responses, stand-in approvals, and late responses, for its own bank only', async () => {
  expect(await health()).toMatchObject({ partner: null, breaker: null, questions: { count: 0 }, stood_in: [] });
  await configure({ deadline_ms: 2_500 });
  expect([await pay(500), await pay(600)]).toEqual(['00', '00']);
  partner.behave(answersWith({ decision: 'decline' }));
  expect(await pay(700)).toBe('05');
  partner.behave(answersStatus(503));
  expect([await pay(2_000), await pay(2_001)]).toEqual(['00', '91']);
  await configure({ deadline_ms: 50 });
  const slowAnswer = delayedAnswer(answersWith({ decision: 'decline' }));
  partner.behave(slowAnswer.behaviour);
  expect(await pay(1_000)).toBe('00');
  slowAnswer.release();
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({
      late_answers: { since: '2026-11-19T08:00:00.000Z', approve: 0, decline: 1 },
    });
  }, WITHIN);
  const lateAnswers = async (query: string, as = 'demo-bank') => {
    const url = `/V2/authorizations?${query}`;
    const { status, json } = await server.request({ method: 'GET', url, as });
    if (status !== 200) return json.error_code;
    return (json.items as Record<string, unknown>[]).map((one) => [one.amount, one.state, one.late_partner_answer]);
  };
  await waitForIndex(server);
  const rows = [['10.00', 'RESERVED', 'DECLINE']];
  expect(await lateAnswers('late_partner_answer=ANY')).toEqual(rows);
  expect(await lateAnswers('late_partner_answer=DECLINE&min_amount=10&from=2026-11-20T08:00:00Z')).toEqual(rows);
  expect(await lateAnswers('late_partner_answer=APPROVE')).toEqual([]);
  expect(await lateAnswers('late_partner_answer=ANY&min_amount=11')).toEqual([]);
  expect(await lateAnswers('late_partner_answer=ANY&to=2026-11-20T08:00:00Z')).toEqual([]);
  expect(await lateAnswers('late_partner_answer=ANY', 'other-bank')).toEqual([]);
  expect(await lateAnswers('late_partner_answer=NONE')).toBe('106');
  const report = await health();
  expect(report).toMatchObject({
    partner: {
      host: new URL(partner.url).host,
      ask: 'would_approve',
      deadline_ms: 50,
      approve_up_to: '20.00',
      per_day: null,
    },
    breaker: 'CLOSED',
    questions: {
      count: 6,
      since: '2026-11-20T08:00:00.000Z',
      answers: [
        { answer: 'APPROVE', count: 2 },
        { answer: 'WRONG', count: 2 },
        { answer: 'DECLINE', count: 1 },
        { answer: 'LATE', count: 1 },
      ],
    },
    business_date: '2026-11-20',
    stood_in: [{ currency: 'AED', accounts: 1, amount: '30.00' }],
  });
  const { p50, p99 } = report.questions.waited_ms;
  expect(p99).toBeGreaterThanOrEqual(50);
  expect(p50).toBeLessThanOrEqual(p99);
  expect(await health('other-bank')).toMatchObject({
    ...{ partner: null, questions: { count: 0 }, stood_in: [], advices_waiting: 0 },
    late_answers: { approve: 0, decline: 0 },
  });
});

it('a partner that failed too often has an open breaker, and advices that wait for it', async () => {
  await configure({ deadline_ms: 2_500, breaker: { ...PATIENT, failures_in_a_row: 2 } });
  partner.behave(answersStatus(503));
  expect([await pay(100), await pay(100)]).toEqual(['00', '00']);
  expect(await health()).toMatchObject({ breaker: 'OPEN', stood_in: [{ amount: '32.00' }] });
  await waitForIndex(server);
  expect((await health()).advices_waiting).toBeGreaterThanOrEqual(2);
});
