import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { putRestriction } from './use-card.ts';

const OPERATION = 'tokens.request-provisioning';
const TRUSTED = { scores: { account: 5, device: 5 } };
/** The number of declines within 24 hours after which a card gets no token. */
const DECLINES = 5;

/** The preparation of a card for a decline, and the fields of the request. */
interface Decline {
  readonly reason: string;
  prepare(world: World, card: KnownCard): Promise<JsonObject>;
}

const DECLINED: readonly Decline[] = [
  { reason: 'UNKNOWN_CARD', prepare: async () => ({ card: '9999999999999999999' }) },
  {
    reason: 'CARD_STATUS',
    async prepare(world, { exid }) {
      const status = { type: 'card_status', value: 'BLOCKED' };
      const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
      return await done(world.envelope('cards.change-status', { ...named, status }));
    },
  },
  {
    reason: 'RESTRICTED',
    async prepare(world, card) {
      await putRestriction(world, card, { restriction_type: 'ECOM', isAllowed: false });
      return { token_type: 'CLOUD' };
    },
  },
  {
    reason: 'TOO_MANY_TOKENS',
    async prepare(world, { exid }) {
      const terms = { id: 'CONFORMANCE', measure: 'provisionings', window: { calendar: 'day' }, max: '0' };
      return await done(
        world.rest('limits.set-limit', '/limits', { ...terms, level: 'card', card_identifier_id: exid }),
      );
    },
  },
  {
    reason: 'TOO_MANY_ATTEMPTS',
    async prepare(world, card) {
      await putRestriction(world, card, { restriction_type: 'ECOM', isAllowed: false });
      for (let nth = 0; nth < DECLINES; nth++) await request(world, card, { token_type: 'CLOUD' });
      return {};
    },
  },
];

async function done(
  sent: Promise<{ readonly isRefused: boolean; readonly code?: string | undefined }>,
): Promise<JsonObject> {
  const { isRefused, code } = await sent;
  if (isRefused) throw new SkippedCase(`the preparation was refused with ${code ?? 'no code'}`);
  return {};
}

/** Checks each outcome of a request for a token that one card alone can bring about. */
export function provisioningCases(world: World): ConformanceCase[] {
  return [
    outcomeCase(world, 'APPROVED', 'ACTIVE', TRUSTED),
    outcomeCase(world, 'APPROVED_WITH_CODE', 'REQUESTED', { scores: { account: 1, device: 5 } }),
    ...DECLINED.map((decline) => declineCase(world, decline)),
  ];
}

function outcomeCase(world: World, outcome: string, state: string, fields: JsonObject): ConformanceCase {
  return makeCase({
    group: 'enforcement',
    operation: OPERATION,
    id: `enforcement/provisioning/${outcome}`,
    title: `Answers a request for a token with ${outcome}`,
    about: 'provisioning.outcome',
    run: async (trial) => {
      const { body } = await request(world, await world.freshCard(), fields);
      trial.check('provisioning.outcome', body.outcome === outcome, `the outcome is not ${outcome}`);
      const reference = textIn(body, 'token_reference');
      trial.check('provisioning.outcome', reference !== undefined, `${outcome} has no token`);
      const token = await world.rest('tokens.read-token', `/tokens/${reference}`);
      trial.check('token.state', token.body.token_state === state, `the state of the token is not ${state}`);
    },
  });
}

function declineCase(world: World, { reason, prepare }: Decline): ConformanceCase {
  return makeCase({
    group: 'enforcement',
    operation: OPERATION,
    id: `enforcement/provisioning/${reason}`,
    title: `Declines a request for a token with ${reason}`,
    about: 'provisioning.outcome',
    run: async (trial) => {
      const card = await world.freshCard();
      const { body } = await request(world, card, await prepare(world, card));
      trial.check('provisioning.outcome', body.outcome === 'DECLINED', 'the request was not declined');
      trial.check('provisioning.outcome', body.reason === reason, `the reason is not ${reason}`);
      trial.check('provisioning.outcome', body.token_reference === undefined, 'a declined request has a token');
    },
  });
}

async function request(world: World, { exid }: KnownCard, fields: JsonObject) {
  const named = {
    provisioning_id: randomUUID(),
    card: exid,
    requestor_id: '4001003027',
    requestor_name: 'Example Pay',
  };
  const answer = await world.rest(
    OPERATION,
    '/tokens/provisioning',
    { ...named, ...TRUSTED, ...fields },
    { party: 'network' },
  );
  if (answer.isRefused) throw new SkippedCase(`the request was refused with ${answer.code ?? 'no code'}`);
  return answer;
}
