import { type EnvelopeOperation, ERRORS, type JsonObject, OPERATIONS, type Operation } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { freshId } from '../made-values.ts';
import { buildEnvelope } from '../requests.ts';
import { haveSameContent } from '../same-content.ts';
import { partsFor } from '../samples/sample-parts.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { balancesOf } from './use-card.ts';

/** Checks that a repeated envelope is identified by its msg_id and has no second effect. */
export function repeatCases(world: World): ConformanceCase[] {
  const changing = (OPERATIONS as readonly Operation[]).flatMap((one) =>
    one.surface === 'envelope' && one.changes ? [one] : [],
  );
  return [...changing.map((operation) => envelopeTwice(world, operation)), creditTwice(world)];
}

function envelopeTwice(world: World, operation: EnvelopeOperation): ConformanceCase {
  return makeCase({
    id: `${operation.id}/repeats`,
    title: 'Returns the stored response to a repeated request, and refuses other content with the same msg_id',
    group: 'repeats',
    operation: operation.id,
    about: 'repeat.same',
    run: async (trial) => {
      const card = await world.freshCard();
      const [, values] = await world.samplesOf();
      const parts = partsFor(operation, card, values, world.facts);
      if (parts === undefined) throw new SkippedCase('the operation has no sample request');
      const { header, body } = withoutChecksums(parts.request);
      const send = (inner: JsonObject) =>
        world.connection.send(operation, buildEnvelope(operation, { header, body: inner }, world.facts), 'bank');
      const first = await send(body);
      if (first.isRefused) throw new SkippedCase(`the sample request was refused with ${first.code ?? 'no code'}`);
      const again = await send(body);
      trial.check('repeat.same', !again.isRefused, 'the repeated request was refused');
      trial.check(
        'repeat.same',
        haveSameContent(first.http.text, again.http.text),
        'the repeated request got a different response',
      );
      trial.check(
        'repeat.marked',
        again.http.headers['idempotent-replayed'] === 'true',
        'a stored response has no Idempotent-Replayed: true',
      );
      trial.check(
        'repeat.marked',
        first.http.headers['idempotent-replayed'] === undefined,
        'a first response has Idempotent-Replayed',
      );
      const other = await send({ ...body, 'x-other': freshId(8) });
      trial.check(
        'repeat.other',
        other.code === ERRORS.duplicate_message_id.code,
        'other content with the same msg_id was not refused with 108',
      );
      const { error_description: text } = other.details ?? {};
      trial.check(
        'repeat.other',
        text === 'Duplicate Message ID',
        'the error_description of 108 is not Duplicate Message ID',
      );
    },
  });
}

/** Removes the checksums, because the checksum of the sample is not in force anywhere. */
function withoutChecksums({ header, body }: JsonObject): { header: JsonObject; body: JsonObject } {
  const text = JSON.stringify({ header, body }, (name, value) => (name === 'cardFeatureChecksum' ? undefined : value));
  return JSON.parse(text) as { header: JsonObject; body: JsonObject };
}

function creditTwice(world: World): ConformanceCase {
  return makeCase({
    id: 'accounts.post-transaction/repeats/once',
    title: 'Posts a repeated credit once',
    group: 'repeats',
    operation: 'accounts.post-transaction',
    about: 'repeat.same',
    run: async (trial) => {
      const card = await world.freshCard({ available: '10.00' });
      const { currency } = world.target.bank;
      const transaction = {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '5.00',
        currency,
        transaction_ref_number: freshId(12),
      };
      const identifier = { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
      const header = { msg_id: freshId(12), tracking_id: freshId(15) };
      for (let times = 0; times < 2; times++)
        await world.envelope('accounts.post-transaction', { ...identifier, transaction }, header);
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check(
        'repeat.same',
        AVAILABLE === '15.00',
        'a credit of 5.00 that was sent twice did not change the balance from 10.00 to 15.00',
      );
    },
  });
}
