import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PartnerAdvice, PartnerQuestion } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import {
  SAMPLE_PARTNER_ADVICE as ADVICE,
  SAMPLE_PARTNER_REQUEST as QUESTION,
} from '../../server/src/testing/decisions/partner-messages.ts';
import { decidePartner, type PartnerHandler } from './decide-partner.ts';
import { signWebhook } from './sign-webhook.ts';
import { generateWebhookSecret } from './webhook-keys.ts';

const SECRET = generateWebhookSecret();
const NOW = new Date('2026-11-20T08:00:00.000Z');
function signed(content: object, { id = (content as { id: string }).id, key = SECRET } = {}) {
  const body = JSON.stringify(content);
  const timestamp = NOW.getTime() / 1_000;
  const signature = signWebhook({ id, timestamp, body, keys: [key] });
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
  return { headers, body: Buffer.from(body) };
}

function recorded(decide: PartnerHandler['decide'] = () => ({ decision: 'approve' })) {
  const received: (PartnerQuestion | PartnerAdvice)[] = [];
  const handler: PartnerHandler = {
    decide: (question) => {
      received.push(question);
      return decide(question);
    },
    advised: (advice) => void received.push(advice),
  };
  return { received, partner: decidePartner(handler, { secret: SECRET, now: NOW }) };
}

describe('the receiver of a decision partner', () => {
  it('passes signed requests to the handler, and returns its response', async () => {
    const { received, partner } = recorded(() => ({ decision: 'decline', actionCode: '51', reason: 'Balance' }));
    expect(await partner.reply(signed(QUESTION))).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"decision":"decline","actionCode":"51","reason":"Balance"}',
    });
    expect(await partner.reply(signed(ADVICE))).toMatchObject({ status: 200, body: '{}' });
    expect(received).toEqual([QUESTION, ADVICE]);
  });

  it('passes questions about tokens to a handler that has one', async () => {
    const question = {
      id: 'ask_3',
      type: 'provisioning.decision',
      timestamp: NOW.toISOString(),
      deadline_ms: 500,
      bank_id: 'DEMO',
      account_number: '042000000001',
      card_identifier_id: '9000000000000000018',
      provisioning_id: '5b0f2d5e-2f0c-4c6e-9d1a-0a3c5f3b7c02',
      requestor_id: '4001003027',
      requestor_name: 'Example Pay',
      decided: { outcome: 'APPROVED', rule: 'APPROVED' },
      request: { token_type: 'DEVICE' },
    };
    const handler = { decide: () => ({ decision: 'approve' }) as const, advised: () => {} };
    const options = { secret: SECRET, now: NOW };
    expect(await decidePartner(handler, options).reply(signed(question))).toMatchObject({ status: 400 });
    const both = { ...handler, decideProvisioning: () => ({ decision: 'require_code' }) as const };
    expect(await decidePartner(both, options).reply(signed(question))).toMatchObject({
      status: 200,
      body: '{"decision":"require_code"}',
    });
    expect(await decidePartner(both, options).reply(signed({ ...question, decided: {} }))).toMatchObject({
      status: 400,
    });
  });

  it.each([
    ['a signature of another key', signed(QUESTION, { key: generateWebhookSecret() }), 401],
    ['no signature', { headers: {}, body: Buffer.from(JSON.stringify(QUESTION)) }, 401],
    ['another id than the signed one', signed({ ...QUESTION, id: 'ask_2' }, { id: 'ask_1' }), 400],
    ['another type', signed({ ...QUESTION, type: 'authorization.approved' }), 400],
    ['no amount', signed({ ...QUESTION, amount: undefined }), 400],
  ])('calls no handler for %s', async (_, request, status) => {
    const { received, partner } = recorded();
    expect(await partner.reply(request)).toMatchObject({ status });
    expect(received).toEqual([]);
  });

  it('accepts several advices in one request, but no mixture of advices and questions', async () => {
    const { received, partner } = recorded();
    const other = { ...ADVICE, id: 'f1d3c7a2-53a5-4a0c-9a57-0f7d3a0c1b52' };
    const batch = (events: object[]) => signed({ id: 'batch', type: 'events', events });
    expect(await partner.reply(batch([ADVICE, other]))).toMatchObject({ status: 200 });
    expect(received).toEqual([ADVICE, other]);
    expect(await partner.reply(batch([ADVICE, QUESTION]))).toMatchObject({ status: 400 });
    expect(await partner.reply(batch([]))).toMatchObject({ status: 400 });
    expect(received).toHaveLength(2);
  });

  it('throws for an invalid response and for a missing key, which are mistakes of the calling code', async () => {
    const { partner } = recorded(() => ({ decision: 'perhaps' }) as never);
    await expect(partner.reply(signed(QUESTION))).rejects.toThrow('what was decided is no answer: decision');
    const handler = { decide: () => ({ decision: 'approve' }) as const, advised: () => {} };
    expect(() => decidePartner(handler, { secret: '' })).toThrow('needs the key');
  });

  it('serves Node’s http', async () => {
    const { received, partner } = recorded();
    const server = createServer((request, response) => void partner.node(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { headers, body } = signed(QUESTION);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, await answer.json()]).toEqual([200, { decision: 'approve' }]);
    expect(received).toEqual([QUESTION]);
    server.close();
  });
});
