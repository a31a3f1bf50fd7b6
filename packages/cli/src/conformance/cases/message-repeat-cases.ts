import type { JsonObject } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { jsonOf } from '../exchange.ts';
import { newDigits } from '../made-values.ts';
import { amountOf } from '../message.ts';
import { notificationSample } from '../samples/notification-sample.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { balancesOf } from './use-card.ts';

/** Repeats of requests without an envelope, each identified by its own fields. */
export function messageRepeatCases(world: World): ConformanceCase[] {
  return [messageTwice(world), notificationTwice(world), reversalTwice(world)];
}

function messageTwice(world: World): ConformanceCase {
  return makeCase({
    id: 'authorization.authorize-ecommerce/repeats',
    title: 'Returns the first response to a repeated message, counts it once, and refuses it with another amount',
    group: 'repeats',
    operation: 'authorization.authorize-ecommerce',
    about: 'repeat.authorization',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      const first = await world.authorize(message);
      const again = await world.authorize(message);
      const approvals = [first, again].map(({ http }) => jsonOf(http.text)?.Approval_Code);
      trial.check(
        'repeat.authorization',
        again.code === first.code && approvals[0] === approvals[1],
        'a repeated message got a different response',
      );
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check('repeat.authorization', AVAILABLE === '60.00', 'a repeated message was counted twice');
      const other = await world.authorize({ ...message, ...amountOf(4_100) });
      trial.check(
        'repeat.authorization-other',
        other.code === '94',
        'a repeated message with another amount was not refused with 94',
      );
    },
  });
}

function notificationTwice(world: World): ConformanceCase {
  return makeCase({
    id: 'receiver.receive-token-notification/repeats',
    title: 'Returns the same response to a repeated notification, and 94 to another notification with the same id',
    group: 'repeats',
    operation: 'receiver.receive-token-notification',
    about: 'repeat.notification',
    run: async (trial) => {
      const message = notificationSample('TD', world.now());
      const send = (body: JsonObject) =>
        world.rest('receiver.receive-token-notification', '/webhook/TokenNotification', body);
      const [first, again] = [await send(message), await send(message)];
      const ids = [first, again].map(({ body }) => body.id);
      trial.check(
        'repeat.notification',
        again.code === '00' && ids[0] === ids[1],
        'a repeated notification got a different response',
      );
      const other = await send({ ...message, type: 'TC' });
      trial.check(
        'repeat.notification',
        other.code === '94',
        'another notification with the same id was not refused with 94',
      );
    },
  });
}

function reversalTwice(world: World): ConformanceCase {
  return makeCase({
    id: 'authorization.reverse-authorization/repeats',
    title: 'Returns the stored response to a reversal that is repeated with its Idempotency-Key',
    group: 'repeats',
    operation: 'authorization.reverse-authorization',
    about: 'repeat.key',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      await world.authorize(message);
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}/reversal`;
      const headers = { 'idempotency-key': newDigits(20) };
      const send = (amount: string) => world.rest('authorization.reverse-authorization', path, { amount }, { headers });
      const [first, again] = [await send('10.00'), await send('10.00')];
      trial.check(
        'repeat.key',
        !again.isRefused && first.http.text === again.http.text,
        'a repeated reversal got a different response',
      );
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check('repeat.key', AVAILABLE === '70.00', 'a repeated reversal released the amount twice');
      const other = await send('5.00');
      trial.check(
        'repeat.key',
        other.http.status === 422,
        'another request with the same Idempotency-Key was not refused with 422',
      );
    },
  });
}
