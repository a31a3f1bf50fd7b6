import { ERRORS, type JsonObject } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { objectIn, textIn } from '../exchange.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { checkMessage } from './check-notification.ts';

/**
 * How long the cases wait for a notification that arrives at once (SOON_MS), or after the retry at 5 seconds
 * (AGAIN_MS).
 */
const SOON_MS = 10_000;
const AGAIN_MS = 30_000;
const REASON = { requested_by: 'CARDHOLDER', reason_code: 'CONFORM' };
const about = { group: 'notifications' } as const;

/** Checks the notifications that a bank's receiver gets during the life of a token. */
export function tokenCases(world: World): ConformanceCase[] {
  // The first case takes longest, because it waits for a retry.
  return [redelivery(world), wholeLife(world), deletion(world)];
}

function redelivery(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'notifications/again',
    title: 'Sends a notification again under its id until it is accepted, before later ones',
    operation: 'tokens.suspend-token',
    about: 'notification.again',
    run: async (trial) => {
      const { deliveries } = await world.receiver();
      const card = await world.freshCard();
      deliveries.refuseNext(card.exid, 1);
      const token = await provision(world, card, { activation: 'NONE' });
      await act(world, token, 'suspend');
      await deliveries.accepted(card.exid, 2, AGAIN_MS);
      const arrived = deliveries
        .of(card.exid)
        .map(({ json }) => ({ id: textIn(json, 'id'), type: textIn(json, 'type') }));
      const [first, second, third] = arrived;
      trial.check(
        'notification.again',
        first?.id !== undefined && first.id === second?.id,
        'a notification that was not accepted was not sent again under its id',
      );
      trial.check(
        'notification.order',
        first?.type === 'TC' && third?.type === 'TD',
        'a later notification did not wait for the earlier one',
      );
    },
  });
}

function wholeLife(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'notifications/life',
    title: 'Sends activation, completion, suspension, resumption and deactivation in this order',
    operation: 'tokens.provision-token',
    about: 'notification.events',
    run: async (trial) => {
      const { deliveries, secret } = await world.receiver();
      const card = await world.freshCard();
      const token = await provision(world, card, { activation: 'CODE', activation_pref: 'SMS' });
      const [activation] = await deliveries.accepted(card.exid, 1, SOON_MS);
      const code = textIn(objectIn(activation?.json, 'details', 'token'), 'activationCode');
      trial.check('notification.events', code !== undefined, 'the activation notification has no code');
      if (code === undefined) return;
      await act(world, token, 'activate', { activation_code: code });
      for (const action of ['suspend', 'resume', 'deactivate']) await act(world, token, action);
      const accepted = await deliveries.accepted(card.exid, 5, SOON_MS);
      const events = accepted.map(({ json }) => eventOf(json));
      const ids = accepted.map(({ json }) => textIn(json, 'id'));
      const expected = ['AC', 'TC', 'TD 6', 'TE 7', 'TD 3'];
      const isWhole = expected.every((event) => events.includes(event));
      trial.check(
        'notification.events',
        isWhole,
        'at least one of the five events has no notification with its type and indicator',
      );
      trial.check(
        'notification.order',
        !isWhole || events.join() === expected.join(),
        'the notifications did not arrive in order, each exactly once',
      );
      trial.check('notification.order', new Set(ids).size === ids.length, 'two notifications have the same id');
      for (const one of accepted) checkMessage(trial, one, one.json, card, secret);
      const state = await world.rest('tokens.read-token', `/tokens/${token}`);
      trial.check(
        'token.state',
        state.body.token_state === 'DEACTIVATED',
        'the state of a deactivated token is not DEACTIVATED',
      );
    },
  });
}

function deletion(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'notifications/delete',
    title: 'Sends a notification of a deletion, which is final',
    operation: 'tokens.delete-token',
    about: 'notification.events',
    run: async (trial) => {
      const { deliveries } = await world.receiver();
      const card = await world.freshCard();
      const token = await provision(world, card, { activation: 'NONE' });
      await act(world, token, 'delete');
      const accepted = await deliveries.accepted(card.exid, 2, SOON_MS);
      trial.check(
        'notification.events',
        accepted.some(({ json }) => eventOf(json) === 'TD 4'),
        'the deletion has no TD notification with indicator 4',
      );
      const after = await world.rest('tokens.resume-token', `/tokens/${token}/resume`, REASON);
      trial.check(
        'token.state',
        after.isRefused && after.code === ERRORS.state_forbids.code,
        'a deleted token was resumed',
      );
    },
  });
}

function eventOf(json: JsonObject): string {
  const indicator = textIn(objectIn(json, 'details', 'token'), 'tokenEventIndicator');
  return `${textIn(json, 'type')}${indicator === undefined ? '' : ` ${indicator}`}`;
}

async function provision(world: World, { exid }: KnownCard, more: JsonObject): Promise<string> {
  const requestor = { requestor_id: '4001003027', requestor_name: 'Example Pay', device_type: 'PHONE' };
  const identifier = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  const answer = await world.rest('tokens.provision-token', '/tokens', {
    ...identifier,
    ...requestor,
    ...REASON,
    ...more,
  });
  const reference = textIn(answer.body, 'token_reference');
  if (reference === undefined)
    throw new SkippedCase(`failed to provision a token: ${answer.code ?? answer.http.status}`);
  return reference;
}

async function act(world: World, token: string, action: string, more: JsonObject = {}): Promise<void> {
  const id = `tokens.${action}-token`;
  const answer = await world.rest(id, `/tokens/${token}/${action}`, { ...REASON, ...more });
  if (answer.isRefused) throw new SkippedCase(`${action} was refused with ${answer.code ?? 'no code'}`);
}
