import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { answersWith, configurePartner, startPartner } from '../../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import {
  answersStatus,
  type Behaviour,
  closeConnection,
  delayedAnswer,
  hangBeforeHeaders,
} from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

const APPROVES = { decision: 'approve' };
const PARTNER_STEP = ['answer', 'action_code', 'reason', 'until', 'approve_up_to', 'per_day'];

interface Step {
  rule: string;
  verdict: string;
  saw: Record<string, unknown>;
}

describe('a bank with a decision partner', () => {
  let reference = 700_000_000_000;
  const server = fileServer();
  const partner = fileResource(() => startPartner());
  beforeEach(() => partner.behave(answersWith(APPROVES)));

  const configure = (more: object = {}) =>
    configurePartner(server, { url: `${partner.url}/decide`, keys: [partner.secret], ...more });
  /** Sends a message of 25.00 by default, and returns its reference number too. */
  async function send(card: IssuedCard, more: Record<string, unknown> = {}): Promise<Answer & { rrn: string }> {
    const rrn = String(++reference);
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: rrn, ...more });
    return { ...(await authorize(server, message)), rrn };
  }
  const read = async (rrn: string, query = '') =>
    (await server.request({ method: 'GET', url: `/V2/authorizations/${rrn}${query}`, as: 'demo-bank' })).json;
  const stepsOf = async (rrn: string) => (await read(rrn)).trace as unknown as Step[];
  const amount = (minor: number) => ({
    Transaction_Amount: String(minor).padStart(12, '0'),
    Transaction_Amount_Cardholder_Billing: String(minor).padStart(12, '0'),
  });
  async function expectNoDifference(card: IssuedCard): Promise<void> {
    const { json } = await backtest(server, card.accountNumber);
    expect(json).toMatchObject({ changed: 0 });
    expect(json.identical).toBe(json.decisions);
  }

  it('sends the proposed decision, signed and without a card number, and the trace has the response', async () => {
    await configure();
    partner.behave(answersWith({ ...APPROVES, reason: 'Balance 4000001000000018 held' }));
    const card = await issueCard(server, { available: '100.00' });
    const questionCount = partner.questions().length;
    const { rrn, json } = await send(card);
    expect(json.Action_Code).toBe('00');
    const question = partner.questions().at(-1)!;
    expect(partner.questions()).toHaveLength(questionCount + 1);
    expect(question).toMatchObject({
      type: 'authorization.decision',
      deadline_ms: 500,
      bank_id: 'DEMO',
      account_number: card.accountNumber,
      card_identifier_id: card.exid,
      retrieval_reference_number: rrn,
      amount: '25.00',
      currency: 'AED',
      decided: { action_code: '00', rule: 'APPROVED' },
    });
    const request = partner.received.at(-1)!;
    expect(request.isSigned).toBe(true);
    expect(request.headers['webhook-id']).toBe(question.id);
    expect(request.headers['idempotency-key']).toBe(question.id);
    expect(request.body).not.toContain(card.cardNumber);
    const steps = await stepsOf(rrn);
    expect(steps.map(({ rule }) => rule).slice(2, 4)).toEqual(['PARTNER', 'DUPLICATE']);
    const { after_ms: afterMs, ...saw } = steps[2]!.saw;
    expect(afterMs).toBeGreaterThanOrEqual(0);
    expect(saw).toEqual({
      answer: 'APPROVE',
      action_code: null,
      reason: 'Balance 400000XXXXXX0018 held',
      until: null,
      approve_up_to: '0',
      per_day: null,
    });
    expect(Object.keys(saw)).toEqual(PARTNER_STEP);
    expect(steps.at(-1)).toEqual({ rule: 'PARTNER_DECISION', verdict: 'PASS', saw: { decision: 'APPROVE' } });
    await expectNoDifference(card);
  });

  it('declines with its action code and reason, and a repeated message gets the same answer without another request', async () => {
    await configure();
    partner.behave(answersWith({ decision: 'decline', actionCode: '51', reason: 'Overdrawn' }));
    const card = await issueCard(server, { available: '100.00' });
    const rrn = String(++reference);
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: rrn });
    const first = await authorize(server, message);
    expect(first.json).toMatchObject({ Action_Code: '51', Additional_Response_Data: 'PARTNER_DECLINED' });
    const questionCount = partner.questions().length;
    partner.behave(answersWith(APPROVES));
    const second = await authorize(server, message);
    expect(second.json).toEqual(first.json);
    expect(partner.questions()).toHaveLength(questionCount);
    const preview = await server.request({
      method: 'POST',
      url: '/V2/authorizations/preview?explain=en',
      as: 'demo-bank',
      payload: { message },
    });
    expect(preview.json).toMatchObject({ action_code: '51', rule: 'PARTNER_DECLINED', already_decided: true });
    expect(partner.questions()).toHaveLength(questionCount);
    const { explanation } = (await read(rrn, '?explain=en')) as unknown as {
      explanation: { sentences: { text: string }[] };
    };
    const texts = explanation.sentences.map(({ text }) => text.replace(/\d+ ms/, 'N ms'));
    expect(texts).toContain("The bank's own system declined it.");
    expect(texts).toContain("The bank's own system answered no after N ms: Overdrawn.");
    await expectNoDifference(card);
  });

  it('is not called for declined messages unless it requests them; a preview never calls it', async () => {
    await configure();
    const card = await issueCard(server, { available: '10.00' });
    const questionCount = partner.questions().length;
    expect((await send(card)).json.Action_Code).toBe('51');
    expect(partner.questions()).toHaveLength(questionCount);
    const message = ecommerceMessage(card, amount(100));
    const preview = await server.request({
      method: 'POST',
      url: '/V2/authorizations/preview',
      as: 'demo-bank',
      payload: { message },
    });
    const steps = preview.json.trace as unknown as Step[];
    expect(steps[2]).toMatchObject({ rule: 'PARTNER', saw: { answer: 'WOULD_BE_ASKED' } });
    expect(preview.json.action_code).toBe('00');
    expect(partner.questions()).toHaveLength(questionCount);
    await configure({ ask: 'always' });
    const { json, rrn } = await send(card);
    expect(json.Action_Code).toBe('51');
    expect(partner.questions().at(-1)).toMatchObject({ decided: { action_code: '51', rule: 'INSUFFICIENT_FUNDS' } });
    expect((await stepsOf(rrn))[2]).toMatchObject({ rule: 'PARTNER', saw: { answer: 'APPROVE' } });
  });

  it.each<[string, Behaviour, string]>([
    ['what is no JSON', answersStatus(200, {}, 'yes'), 'WRONG'],
    ['another decision', answersWith({ decision: 'maybe' }), 'WRONG'],
    ['an action code of no decline', answersWith({ decision: 'decline', actionCode: '00' }), 'WRONG'],
    ['an action code next to an approval', answersWith({ decision: 'approve', actionCode: '05' }), 'WRONG'],
    ['a failure', answersStatus(503), 'WRONG'],
    ['a redirection', answersStatus(302, { location: 'https://elsewhere.example/' }), 'WRONG'],
    ['nothing', closeConnection, 'UNREACHABLE'],
    ['too late', hangBeforeHeaders, 'LATE'],
  ])('lets the stand-in decide if it answers %s', async (_, behaviour, answer) => {
    const patient = { failures_in_a_row: 1_000, failures_of_last_100: 100 };
    await configure({ deadline_ms: 50, stand_in: { approve_up_to: '20.00', per_day: '30.00' }, breaker: patient });
    partner.behave(behaviour);
    const card = await issueCard(server, { available: '100.00' });
    const over = await send(card, amount(2_001));
    expect(over.json).toMatchObject({ Action_Code: '91', Additional_Response_Data: 'PARTNER_STAND_IN' });
    const first = await send(card, amount(2_000));
    expect(first.json.Action_Code).toBe('00');
    const steps = await stepsOf(first.rrn);
    expect(steps[2]!.saw.answer).toBe(answer);
    expect(steps.at(-1)).toEqual({
      rule: 'PARTNER_STAND_IN',
      verdict: 'PASS',
      saw: {
        why: answer,
        amount: '2000',
        approve_up_to: '2000',
        stood_in_before: '0',
        stood_in_after: '2000',
        per_day: '3000',
      },
    });
    expect((await send(card, amount(1_001))).json.Action_Code).toBe('91');
    expect((await send(card, amount(1_000))).json.Action_Code).toBe('00');
    await configure({ deadline_ms: 50, stand_in: { approve_up_to: '0.01' } });
    await expectNoDifference(card);
  });

  it('stores its late response next to the decision', async () => {
    await configure({ deadline_ms: 50, stand_in: { approve_up_to: '100.00' } });
    const slowAnswer = delayedAnswer(answersWith({ decision: 'decline', actionCode: '05', reason: 'Fraud' }));
    partner.behave(slowAnswer.behaviour);
    const card = await issueCard(server, { available: '100.00' });
    const { json, rrn } = await send(card);
    expect(json.Action_Code).toBe('00');
    expect((await read(rrn)).late_partner_answer).toBeUndefined();
    slowAnswer.release();
    await vi.waitFor(async () => {
      expect((await read(rrn)).late_partner_answer).toMatchObject({
        decision: 'DECLINE',
        action_code: '05',
        reason: 'Fraud',
      });
    }, WITHIN);
    await expectNoDifference(card);
  });

  it('does not count if its decision is stored after the time until which it is valid', async () => {
    await configure({ stand_in: { approve_up_to: '30.00' } });
    partner.behave(answersWith({ decision: 'decline', until: '2026-11-20T07:59:59Z' }));
    const card = await issueCard(server, { available: '100.00' });
    const { json, rrn } = await send(card);
    expect(json.Action_Code).toBe('00');
    expect((await stepsOf(rrn)).at(-1)).toMatchObject({ rule: 'PARTNER_STAND_IN', saw: { why: 'OUTDATED' } });
    await expectNoDifference(card);
  });

  it('is overruled by spending during the call, and is notified', async () => {
    await configure();
    const card = await issueCard(server, { available: '40.00' });
    const slowAnswer = delayedAnswer(answersWith(APPROVES));
    partner.behave(slowAnswer.behaviour, slowAnswer.behaviour, answersWith(APPROVES));
    const questionCount = partner.questions().length;
    const both = [send(card), send(card)];
    // each alone would be approved, but the account has enough for only one
    await partner.questionsArrived(questionCount + 2);
    slowAnswer.release();
    const codes = (await Promise.all(both)).map(({ json, rrn }) => [json.Action_Code, rrn] as const);
    expect(codes.map(([code]) => code).sort()).toEqual(['00', '51']);
    const [, declineReference] = codes.find(([code]) => code === '51')!;
    const steps = await stepsOf(declineReference);
    expect(steps[2]).toMatchObject({ rule: 'PARTNER', verdict: 'PASS', saw: { answer: 'APPROVE' } });
    expect(steps.at(-1)).toMatchObject({ rule: 'FUNDS', verdict: 'REFUSE' });
    await waitForIndex(server);
    await vi.waitFor(() => {
      const advice = partner.advices().find(({ retrieval_reference_number: rrn }) => rrn === declineReference);
      expect(advice).toMatchObject({
        type: 'authorization.advice',
        advice: 'OVERRULED',
        account_number: card.accountNumber,
        amount: '25.00',
        decided: { action_code: '51', rule: 'INSUFFICIENT_FUNDS' },
        partner: { answer: 'APPROVE' },
      });
    }, WITHIN);
    expect(partner.received.every(({ isSigned }) => isSigned)).toBe(true);
    await expectNoDifference(card);
  });

  it('is called once if the same message is repeated during the call', async () => {
    await configure();
    const card = await issueCard(server, { available: '100.00' });
    const slowAnswer = delayedAnswer(answersWith(APPROVES));
    partner.behave(slowAnswer.behaviour);
    const questionCount = partner.questions().length;
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: String(++reference) });
    const both = [authorize(server, message), authorize(server, message)];
    await partner.questionsArrived(questionCount + 1);
    slowAnswer.release();
    const [one, other] = await Promise.all(both);
    expect(one!.json).toMatchObject({ Action_Code: '00' });
    expect(other!.json).toEqual(one!.json);
    expect(partner.questions()).toHaveLength(questionCount + 1);
  });

  it('is called only once a second while it fails, and for every message after it responds', async () => {
    await configure({ breaker: { failures_in_a_row: 3 }, stand_in: { approve_up_to: '100.00' } });
    const card = await issueCard(server, { available: '100000.00' });
    partner.behave(answersStatus(500));
    const answersOf = async (count: number) => {
      const errors: unknown[] = [];
      for (let at = 0; at < count; at++) errors.push((await stepsOf((await send(card)).rrn))[2]!.saw.answer);
      return errors;
    };
    expect(await answersOf(3)).toEqual(['WRONG', 'WRONG', 'WRONG']);
    const metrics = async () => (await server.request({ method: 'GET', url: '/metrics' })).text;
    expect(await metrics()).toContain('cardwright_partner_breaker_open{bank="DEMO"} 1');
    // the first request goes through and fails; the others of the same second are not sent
    const open = await answersOf(3);
    expect(open.filter((answer) => answer === 'BREAKER_OPEN').length).toBeGreaterThanOrEqual(1);
    partner.behave(answersWith(APPROVES));
    await vi.waitFor(async () => {
      expect(await answersOf(1)).toEqual(['APPROVE']);
    }, WITHIN);
    expect(await metrics()).toContain('cardwright_partner_breaker_open{bank="DEMO"} 0');
    await expectNoDifference(card);
  });

  it('delays no other bank: its messages leave the lanes during the call', async () => {
    await configure({ deadline_ms: 2_500 });
    const slowAnswer = delayedAnswer(answersWith(APPROVES));
    partner.behave(slowAnswer.behaviour);
    const [slow, others] = [await issueCard(server), await issueCard(server, { as: 'other-bank' })];
    const money = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
    const questionCount = partner.questions().length;
    const pending = send(slow);
    await partner.questionsArrived(questionCount + 1);
    for (let at = 0; at < 5; at++) expect((await send(others, money)).json.Action_Code).toBe('00');
    expect(partner.questions()).toHaveLength(questionCount + 1);
    slowAnswer.release();
    expect((await pending).json.Action_Code).toBe('00');
  });

  it('calls no partner after the configuration removes it', async () => {
    await configurePartner(server, undefined);
    const card = await issueCard(server, { available: '100.00' });
    const questionCount = partner.questions().length;
    const { rrn } = await send(card);
    expect((await stepsOf(rrn)).map(({ rule }) => rule)).not.toContain('PARTNER');
    expect(partner.questions()).toHaveLength(questionCount);
  });
});
