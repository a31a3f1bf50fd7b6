import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { expectNoDifference } from '../../../testing/decisions/bank-backtests.ts';
import { answersWith, configurePartner, startPartner } from '../../../testing/decisions/decision-partners.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';
import { answersStatus, closeConnection, delayedAnswer, hangBeforeHeaders } from '../../../testing/webhook-receiver.ts';
import { WITHIN } from '../../../testing/within.ts';

let card: IssuedCard;
const server = fileServer();
const partner = fileResource(() => startPartner());
afterAll(async () => {
  await expectNoDifference(server);
});
beforeEach(async () => {
  partner.behave(answersWith({ decision: 'approve' }));
  card = await issueCard(server);
});

const configure = (more: object = {}) =>
  configurePartner(server, { url: `${partner.url}/decide`, keys: [partner.secret], provisioning: {}, ...more });

const TRUSTED = { account: 5, device: 5 };
const body = (more: Record<string, unknown> = {}) => ({
  provisioning_id: randomUUID(),
  card: card.exid,
  requestor_id: '4001003027',
  requestor_name: 'Example Pay',
  scores: TRUSTED,
  ...more,
});
const send = (payload: Record<string, unknown>): Promise<Answer> =>
  server.request({ method: 'POST', url: '/V2/tokens/provisioning', as: 'demo-network', payload });
const request = async (more: Record<string, unknown> = {}) => (await send(body(more))).json;
const questions = () =>
  partner.received
    .map(({ body: text }) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ type }) => type === 'provisioning.decision');

interface Decision {
  rule: string;
  trace: { rule: string; verdict: string; saw: Record<string, unknown> }[];
  explanation: { sentences: { text: string }[] };
}
async function decisionOf(provisioningId: unknown, explain = 'en'): Promise<Decision> {
  const as = 'demo-bank';
  const { items } = (await server.request({ url: `/V2/tokens/provisioning?card=${card.exid}`, as }))
    .json as unknown as {
    items: { provisioning_id: string; decision_id: string }[];
  };
  const { decision_id: id } = items.find((item) => item.provisioning_id === provisioningId)!;
  return (await server.request({ url: `/V2/tokens/provisioning/${id}?explain=${explain}`, as }))
    .json as unknown as Decision;
}
const textsOf = ({ explanation }: Decision) => explanation.sentences.map(({ text }) => text.replace(/\d+ ms/, 'N ms'));
async function block(): Promise<void> {
  const { exception } = await server.envelope('cards.change-status', {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    status: { type: 'card_status', value: 'BLOCKED' },
  });
  expect(exception.status, exception.error_description).toBe('S');
}
const tokensOf = async () => {
  const { json } = await server.request({ url: `/V2/tokens?card_identifier_id=${card.exid}`, as: 'demo-bank' });
  return json.tokens as unknown[];
};

describe('the bank’s own system', () => {
  it('gets the decision of the gateway, signed and without a card number, and approves', async () => {
    await configure();
    const callCount = questions().length;
    const sent = body({ card: card.cardNumber, device: { id: 'D-1', name: 'Amina’s phone' }, token_type: 'DEVICE' });
    const { json } = await send(sent);
    expect(json).toMatchObject({ outcome: 'APPROVED', token_state: 'ACTIVE' });
    expect(questions()).toHaveLength(callCount + 1);
    expect(questions().at(-1)).toEqual({
      id: expect.stringMatching(/^ask_/),
      type: 'provisioning.decision',
      timestamp: '2026-11-20T08:00:00.000Z',
      deadline_ms: 500,
      bank_id: 'DEMO',
      account_number: card.accountNumber,
      card_identifier_id: card.exid,
      provisioning_id: sent.provisioning_id,
      requestor_id: '4001003027',
      requestor_name: 'Example Pay',
      decided: { outcome: 'APPROVED', rule: 'APPROVED' },
      request: { token_type: 'DEVICE', device: { id: 'D-1', name: 'Amina’s phone' }, scores: TRUSTED },
    });
    const received = partner.received.at(-1)!;
    expect(received.isSigned).toBe(true);
    expect(received.headers['webhook-id']).toBe(questions().at(-1)!.id);
    expect(received.body).not.toContain(card.cardNumber);
    const { trace } = await decisionOf(sent.provisioning_id);
    expect(trace.slice(0, 2).map(({ rule }) => rule)).toEqual(['CARD_FOUND', 'PARTNER']);
    expect(trace.at(-1)).toEqual({ rule: 'PARTNER_DECISION', verdict: 'PASS', saw: { decision: 'APPROVE' } });
  });

  it('declines with its reason, makes no token, and is not called again for a repeat', async () => {
    await configure();
    partner.behave(answersWith({ decision: 'decline', reason: 'Stolen 4000001000000018' }));
    const sent = body();
    const first = await send(sent);
    expect(first.json).toMatchObject({ outcome: 'DECLINED', reason: 'PARTNER' });
    const callCount = questions().length;
    partner.behave(answersWith({ decision: 'approve' }));
    const again = await send(sent);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(questions()).toHaveLength(callCount);
    expect(await tokensOf()).toEqual([]);
    const decision = await decisionOf(sent.provisioning_id);
    expect(decision.rule).toBe('PARTNER_DECISION');
    expect(decision.trace.at(-1)).toMatchObject({ rule: 'PARTNER_DECISION', verdict: 'REFUSE' });
    expect(textsOf(decision)).toEqual(
      expect.arrayContaining([
        'The bank’s own system declined the request.',
        'The bank’s own system declined the request after N ms.',
        'Its reason: Stolen 400000XXXXXX0018.',
      ]),
    );
    expect(textsOf(await decisionOf(sent.provisioning_id, 'ar')).join()).toContain('رفض نظام البنك الطلب');
  });

  it('requires a code, and never loosens a code that the gateway requires', async () => {
    await configure();
    expect(await request({ scores: { account: 1 } })).toMatchObject({ outcome: 'APPROVED_WITH_CODE' });
    partner.behave(answersWith({ decision: 'require_code' }));
    const sent = body();
    expect((await send(sent)).json).toMatchObject({
      outcome: 'APPROVED_WITH_CODE',
      token_state: 'REQUESTED',
      activation_methods: expect.any(Array),
    });
    expect(textsOf(await decisionOf(sent.provisioning_id))).toContain('The bank’s own system requires a code.');
  });

  it.each([
    ['LATE', hangBeforeHeaders],
    ['WRONG', answersStatus(500)],
    ['WRONG', answersWith({ decision: 'approve', actionCode: '05' })],
    ['WRONG', answersWith({ decision: 'perhaps' })],
    ['UNREACHABLE', closeConnection],
    ['OUTDATED', answersWith({ decision: 'approve', until: '2026-11-20T07:00:00Z' })],
  ])('is replaced by the stand-in: %s', async (why, behaviour) => {
    for (const [standIn, outcome] of [
      ['approve', 'APPROVED'],
      [undefined, 'APPROVED_WITH_CODE'],
      ['decline', 'DECLINED'],
    ]) {
      const deadline = why === 'LATE' ? '100' : '2000';
      await configure({ deadline_ms: deadline, provisioning: standIn === undefined ? {} : { stand_in: standIn } });
      partner.behave(behaviour);
      const sent = body();
      expect((await send(sent)).json, standIn).toMatchObject({ outcome });
      const { trace } = await decisionOf(sent.provisioning_id);
      const saw = { why, decision: standIn ?? 'require_code' };
      expect(trace.at(-1)).toMatchObject({ rule: 'PARTNER_STAND_IN', saw });
    }
  });

  it('is not called for a decline of the gateway, unless it is configured to be called always', async () => {
    await configure();
    await block();
    const callCount = questions().length;
    expect(await request()).toMatchObject({ reason: 'CARD_STATUS' });
    expect(questions()).toHaveLength(callCount);
    await configure({ ask: 'always' });
    const sent = body();
    expect((await send(sent)).json).toMatchObject({ reason: 'CARD_STATUS' });
    expect(questions().at(-1)).toMatchObject({ decided: { outcome: 'DECLINED', rule: 'CARD_STATUS' } });
    const { trace } = await decisionOf(sent.provisioning_id);
    expect(trace.map(({ rule }) => rule)).toEqual(['CARD_FOUND', 'PARTNER', 'CARD_STATUS']);
    expect(await request({ card: '9000000000000000001' })).toMatchObject({ reason: 'UNKNOWN_CARD' });
    expect(questions()).toHaveLength(callCount + 1);
  });

  it('is not called without the member `provisioning`, nor by a preview, which reports that', async () => {
    await configure({ provisioning: undefined });
    const callCount = questions().length;
    expect(await request()).toMatchObject({ outcome: 'APPROVED' });
    await configure();
    const { provisioning_id: _, ...payload } = body();
    const { json } = await server.request({
      method: 'POST',
      url: '/V2/tokens/provisioning/preview?explain=en',
      as: 'demo-bank',
      payload,
    });
    expect(json).toMatchObject({ outcome: 'APPROVED', rule: 'APPROVED' });
    expect(textsOf(json as unknown as Decision)).toContain('The gateway would call the bank’s own system.');
    expect(questions()).toHaveLength(callCount);
  });

  it('is called while nothing is locked, so changes during the call count', async () => {
    await configure({ deadline_ms: '2000' });
    const delayed = delayedAnswer(answersWith({ decision: 'approve' }));
    partner.behave(delayed.behaviour);
    const sent = body();
    const callCount = questions().length;
    const waiting = send(sent);
    await expect.poll(() => questions().length, WITHIN).toBe(callCount + 1);
    await block();
    delayed.release();
    expect((await waiting).json).toMatchObject({ outcome: 'DECLINED', reason: 'CARD_STATUS' });
    const { trace } = await decisionOf(sent.provisioning_id);
    expect(trace[1]).toMatchObject({ rule: 'PARTNER', saw: { answer: 'APPROVE' } });
  });

  it('gets one question for concurrent repeats, and 60 concurrent requests keep the limit', async () => {
    await configure({ deadline_ms: '2000' });
    const delayed = delayedAnswer(answersWith({ decision: 'approve' }));
    partner.behave(delayed.behaviour);
    const sent = body();
    const before = questions().length;
    const both = [send(sent), send(sent)];
    await expect.poll(() => questions().length, WITHIN).toBe(before + 1);
    delayed.release();
    const answers = await Promise.all(both);
    expect(questions()).toHaveLength(before + 1);
    expect(answers.map(({ status }) => status).sort()).toContain(200);
    expect(await tokensOf()).toHaveLength(1);
    partner.behave(answersWith({ decision: 'approve' }));
    const outcomes = (await Promise.all(Array.from({ length: 60 }, () => request()))).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'APPROVED')).toHaveLength(9);
    expect(await tokensOf()).toHaveLength(10);
  });
});
