import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restrict, setCardStatus } from '../../testing/cards/card-control.ts';
import { addCard, type IssuedCard, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { moveOwnRule, putInForce, writeRule } from '../../testing/decisions/bank-rules.ts';
import { configurePartner } from '../../testing/decisions/decision-partners.ts';
import { fileServer } from '../../testing/test-server.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../../docs/interface/sandbox.md'), 'utf8');
const ROW = /^\| `(APPROVED|APPROVED_WITH_CODE|DECLINED)` \| (?:`([A-Z_]+)`|-) \|/gm;
/** The outcomes for which the page states how to get them. */
const OUTCOMES = [...PAGE.matchAll(ROW)].map(([, outcome = '', reason]) => ({ outcome, reason }));
let card: IssuedCard;
const undo: (() => Promise<unknown>)[] = [];
const server = fileServer();
beforeEach(async () => {
  card = await issueCard(server);
});
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function request(more: object): Promise<Record<string, unknown>> {
  const payload = {
    ...{ provisioning_id: randomUUID(), card: card.exid, requestor_id: '4001003027', requestor_name: 'Example Pay' },
    ...{ scores: { account: 5, device: 5 }, ...more },
  };
  return (await server.request({ method: 'POST', url: '/V2/tokens/provisioning', as: 'demo-network', payload })).json;
}

async function setTokensOfCard(provisioning: object): Promise<void> {
  const url = '/V2/programs/DEBIT-CLASSIC';
  const { status } = await server.request({ method: 'PUT', url, as: 'demo-bank', payload: { provisioning } });
  expect(status).toBe(200);
}

/** Prepares each outcome as the page describes it, and returns the data to send then. */
const PREPARATIONS: Readonly<Record<string, () => Promise<object | undefined>>> = {
  APPROVED: async () => ({ scores: { account: 5, device: 5 } }),
  APPROVED_WITH_CODE: async () => ({ scores: { account: 1 } }),
  UNKNOWN_CARD: async () => ({ card: '4000001999999998' }),
  CARD_STATUS: async () => void (await setCardStatus(server, card.exid, 'BLOCKED')),
  async EXPIRED() {
    card = await addCard(server, await issueAccount(server), { expiry: '2611' });
    server.clock.set('2026-12-01T08:00:00.000Z');
    return {};
  },
  RESTRICTED: async () => void (await restrict(server, card, { restriction_type: 'ANY', isAllowed: false })),
  async CARD_NOT_ELIGIBLE() {
    undo.push(() => setTokensOfCard({}));
    await setTokensOfCard({ tokensOfCard: 0 });
    return {};
  },
  async TOO_MANY_TOKENS() {
    undo.push(() => setTokensOfCard({}));
    await setTokensOfCard({ tokensOfCard: 1 });
    await request({});
    return {};
  },
  async TOO_MANY_ATTEMPTS() {
    await setCardStatus(server, card.exid, 'BLOCKED');
    for (let nth = 0; nth < 5; nth++) await request({});
    await setCardStatus(server, card.exid, 'ACTIVE');
    return {};
  },
  async PARTNER() {
    undo.push(() => configurePartner(server, undefined));
    const keys = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
    const provisioning = { stand_in: 'decline' } as const;
    await configurePartner(server, { url: 'http://127.0.0.1:9/decide', keys, provisioning } as never);
    return {};
  },
  async RULE() {
    const condition = { field: 'cardRole', op: 'in', value: ['P', 'S'] };
    const { id } = await writeRule(server, condition, { effect: 'decline', on: 'provisioning' });
    await putInForce(server, id);
    undo.push(() => moveOwnRule(server, id, 'retire'));
    return {};
  },
};

it('docs/interface/sandbox.md has every outcome', () => {
  expect(OUTCOMES.map(({ outcome, reason = outcome }) => reason).sort()).toEqual(Object.keys(PREPARATIONS).sort());
});

it.each(OUTCOMES.filter(({ reason }) => reason !== 'EXPIRED').concat({ outcome: 'DECLINED', reason: 'EXPIRED' }))(
  'docs/interface/sandbox.md states how to get $outcome $reason',
  async ({ outcome, reason }) => {
    const sent = await PREPARATIONS[reason ?? outcome]?.();
    const answer = await request(sent ?? {});
    expect([answer.outcome, answer.reason]).toEqual([outcome, reason]);
  },
);
