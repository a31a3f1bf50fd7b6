import { isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import { amountOf } from '../message.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';

/**
 * Covers operations that accompany those of the interface: queries about a message, and endpoints for notifications.
 * The cases use existing data, so that successful responses are checked against their tables too.
 */
export function companionCases(world: World): ConformanceCase[] {
  return [decisionRead(world), decisionPreview(world), endpointRead(world)];
}

function decisionRead(world: World): ConformanceCase {
  return makeCase({
    id: 'authorization.read-authorization/found',
    title: 'Returns a decision as it was made, with its trace',
    group: 'enforcement',
    operation: 'authorization.read-authorization',
    about: 'decision.read',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(2_500));
      const charged = await world.authorize(message);
      if (charged.code !== '00') throw new SkippedCase('the message was declined');
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}`;
      const { body, isRefused } = await world.rest('authorization.read-authorization', path);
      trial.check('decision.read', !isRefused, 'an existing decision was not found');
      const isSame = textIn(body, 'state') !== 'DECLINED' && textIn(body, 'action_code') === '00';
      trial.check('decision.read', isSame, 'the returned decision differs from the original response');
      const amounts = [textIn(body, 'amount'), textIn(body, 'reserved_amount')];
      trial.check(
        'decision.read',
        amounts.every((one) => one === '25.00'),
        'the amounts differ from those of the message',
      );
      trial.check('decision.read', entriesOf(body.trace).length > 0, 'the decision has no trace');
    },
  });
}

function decisionPreview(world: World): ConformanceCase {
  return makeCase({
    id: 'authorization.preview-authorization/asked',
    title: 'Previews a decision under other settings without changing the settings',
    group: 'enforcement',
    operation: 'authorization.preview-authorization',
    about: 'decision.asked',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const charged = await world.authorize(world.message(card, amountOf(2_500)));
      if (charged.code !== '00') throw new SkippedCase('the message was declined');
      const request = { message: world.message(card, amountOf(1_000)), cardSettings: { cardNotPresentStatus: 'OFF' } };
      const preview = await world.rest('authorization.preview-authorization', '/authorizations/preview', request);
      const isDeclined = !preview.isRefused && textIn(preview.body, 'action_code') !== '00';
      trial.check('decision.asked', isDeclined, 'the preview approves a message although the previewed switch is OFF');
      const path = `/accounts/${card.accountNumber}/backtest`;
      const backtest = await world.rest('authorization.backtest-account', path, { cardSettings: request.cardSettings });
      const { decisions, changed } = backtest.body;
      trial.check(
        'decision.asked',
        Number(decisions) === 1 && Number(changed) === 1,
        'the backtest does not report exactly one decision, changed',
      );
      const again = await world.authorize(world.message(card, amountOf(1_000)));
      trial.check('decision.asked', again.code === '00', 'the preview changed the settings');
    },
  });
}

function endpointRead(world: World): ConformanceCase {
  return makeCase({
    id: 'webhooks.read-endpoint/found',
    title: 'Returns a registered endpoint without its secret, by itself and in the list',
    group: 'notifications',
    operation: 'webhooks.read-endpoint',
    about: 'webhook.read',
    run: async (trial) => {
      const { id } = await world.receiver();
      const read = await world.rest('webhooks.read-endpoint', `/webhook-endpoints/${id}`);
      trial.check(
        'webhook.read',
        textIn(read.body, 'endpoint_id') === id,
        'the read operation does not return a registered endpoint',
      );
      const list = await world.rest('webhooks.list-endpoints', '/webhook-endpoints');
      const ids = Object.values(list.body)
        .flatMap(entriesOf)
        .map((one) => textIn(one, 'endpoint_id'));
      trial.check('webhook.read', ids.includes(id), 'the list does not contain a registered endpoint');
      const hasSecret = /whsec_|whsk_/.test(read.http.text + list.http.text);
      trial.check('webhook.read', !hasSecret, 'a response contains the secret of a registered endpoint');
    },
  });
}

function entriesOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
