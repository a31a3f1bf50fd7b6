import { ERRORS, type JsonObject, OPERATIONS, type Operation, requestRoot } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { freshId } from '../made-values.ts';
import type { AnswerRead } from '../read-answer.ts';
import { buildEnvelope, headerOf, partyOf } from '../requests.ts';
import { partsFor } from '../samples/sample-parts.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { refusalBase, sampleRequest } from './sample-request.ts';

/** Checks how every operation responds to an invalid body, before its own logic runs. */
export function errorCases(world: World): ConformanceCase[] {
  return (OPERATIONS as readonly Operation[]).flatMap((operation) => [
    ...(operation.surface === 'rest' && operation.request === null ? [] : [unreadable(world, operation)]),
    ...(operation.surface === 'envelope' ? [otherKey(world, operation), otherBank(world, operation)] : []),
    ...(acceptsMembers(operation) ? [unknownMember(world, operation)] : []),
  ]);
}

function unreadable(world: World, operation: Operation): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'unreadable'),
    title: 'Refuses a body that is not valid JSON',
    about: 'request.body',
    run: async (trial) => {
      if (operation.surface === 'rest' && operation.requestType !== undefined)
        throw new SkippedCase('the body of the operation is not JSON');
      const request = await sampleRequest(world, operation);
      for (const body of ['{ "half', '[]', '{"a":1,"a":2}']) {
        const answer = await world.connection.send(operation, { ...request, body }, partyOf(operation));
        trial.check(
          'request.body',
          answer.isRefused && hasCode(answer, ERRORS.body_unreadable.code),
          `a body that starts with ${body.slice(0, 3)} was not refused with 101`,
        );
      }
    },
  });
}

/**
 * Whether the response has the expected code. The authorization message and the notification have codes of their own.
 */
function hasCode({ code, http }: AnswerRead, expected: string): boolean {
  return code === expected || code === '30' || http.text.includes(`"${expected}"`);
}

function otherKey(world: World, operation: Operation & { surface: 'envelope' }): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'other-key'),
    title: 'Refuses the request key of another operation',
    about: 'request.body',
    run: async (trial) => {
      const body = JSON.stringify({
        [requestRoot(world.target.operatorPrefix)]: {
          request_of_nobody: { header: headerOf(operation, world.facts), body: {} },
        },
      });
      const request = { ...buildEnvelope(operation, {}, world.facts), body };
      const { text } = await world.connection.sendRaw(operation, request, 'bank');
      trial.check('request.body', text.includes('"102"'), 'an unknown request key was not refused with 102');
    },
  });
}

function otherBank(world: World, operation: Operation & { surface: 'envelope' }): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'other-bank'),
    title: 'Refuses a request for another bank',
    about: 'caller.bank',
    run: async (trial) => {
      const [card, values] = await world.samplesOf();
      const parts = partsFor(operation, { ...card, expiry: '3012' }, values, world.facts);
      const request = parts?.request as { header: JsonObject } | undefined;
      if (request === undefined) throw new SkippedCase('the operation has no sample request');
      const message = buildEnvelope(
        operation,
        { ...request, header: { ...request.header, bank_id: 'ZZZ9' } } as JsonObject,
        world.facts,
      );
      const answer = await world.connection.send(operation, message, 'bank');
      trial.check(
        'caller.bank',
        answer.isRefused && answer.code === ERRORS.wrong_bank.code,
        'a request for another bank was not refused with 203',
      );
    },
  });
}

function acceptsMembers(operation: Operation): boolean {
  return operation.surface !== 'rest' || (operation.request !== null && operation.requestType === undefined);
}

function unknownMember(world: World, operation: Operation): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'unknown-member'),
    title: 'Accepts an unknown member',
    about: 'request.unknown-member',
    run: async (trial) => {
      const name = `x-${freshId(6)}`;
      const request = await sampleRequest(world, operation);
      const body = JSON.parse(request.body ?? '{}') as JsonObject;
      const inside = operation.surface === 'envelope' ? withInnerMember(body, name) : { ...body, [name]: 'kept' };
      const answer = await world.connection.send(
        operation,
        { ...request, body: JSON.stringify(inside) },
        partyOf(operation),
      );
      const isBlamed = (answer.findings ?? []).some(({ path }) => path.endsWith(name));
      trial.check('request.unknown-member', !isBlamed, 'an unknown member was refused');
    },
  });
}

function withInnerMember(envelope: JsonObject, name: string): JsonObject {
  const [[root, keyed] = ['', {}]] = Object.entries(envelope);
  const [[key, request] = ['', {}]] = Object.entries(keyed as JsonObject);
  const { header, body } = request as { header: JsonObject; body: JsonObject };
  return { [root]: { [key]: { header, body: { ...body, [name]: 'kept' } } } };
}
