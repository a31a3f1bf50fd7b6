import { ERRORS, OPERATIONS, type Operation } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import type { AnswerRead } from '../read-answer.ts';
import { partyOf } from '../requests.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { refusalBase, sampleRequest } from './sample-request.ts';

/** Checks which callers can call which operations, and under which path. */
export function callerCases(world: World): ConformanceCase[] {
  return (OPERATIONS as readonly Operation[]).flatMap((operation) => [
    withoutToken(world, operation),
    underVersionOne(world, operation),
    withoutScope(world, operation),
  ]);
}

function withoutToken(world: World, operation: Operation): ConformanceCase {
  const about = operation.id === 'insurance.list-programs' ? 'caller.token-insurance' : 'caller.token';
  return makeCase({
    ...refusalBase(operation, 'no-token'),
    title: 'Refuses a request without a token',
    about,
    run: async (trial) => {
      const answer = await world.connection.send(operation, await sampleRequest(world, operation));
      trial.check(about, answer.isRefused, 'a request without a token was accepted');
      trial.check(
        'caller.token',
        !answer.isRefused || isRefusedAs(answer, ERRORS.not_authenticated),
        'a request without a token was refused, but not with 201',
      );
    },
  });
}

/** Compares the code, or the HTTP status where the response has its own code. */
function isRefusedAs(
  { code, http }: AnswerRead,
  { code: expected, http: status }: { code: string; http: number },
): boolean {
  return code === expected || http.status === status;
}

function underVersionOne(world: World, operation: Operation): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'version-1'),
    title: 'Serves the operation below /V1 as 1.0 BETA',
    about: 'caller.version',
    run: async (trial) => {
      const request = await sampleRequest(world, operation);
      const answer = await world.connection.send(
        operation,
        { ...request, path: request.path.replace('/V2', '/V1') },
        partyOf(operation),
      );
      trial.check(
        'caller.version',
        answer.code !== ERRORS.unknown_operation.code,
        'the operation is not served below /V1',
      );
      const version = answer.http.headers['interface-version'];
      trial.check('caller.version', version === '1.0 BETA', 'Interface-Version below /V1 is not 1.0 BETA');
    },
  });
}

/**
 * Checks that the network can send only authorizations, and that banks and acquirers cannot call each other's
 * operations.
 */
function withoutScope(world: World, operation: Operation): ConformanceCase {
  return makeCase({
    ...refusalBase(operation, 'other-caller'),
    title: 'Refuses a caller without the required scope',
    about: 'caller.scope',
    run: async (trial) => {
      // Acquirers have their own endpoints, exports, change requests and audit log.
      const isOfBoth = /^(webhooks|exports|change-requests)\./.test(operation.id) || operation.scope === 'audit:read';
      const banks = isOfBoth ? 'network' : 'acquirer';
      const party = partyOf(operation) === 'acquirer' ? 'bank' : banks;
      if (operation.scope === 'contract-warnings:read')
        throw new SkippedCase('every kind of caller may have this scope');
      const answer = await world.connection.send(operation, await sampleRequest(world, operation), party);
      trial.check(
        'caller.scope',
        answer.isRefused && isRefusedAs(answer, ERRORS.scope_missing),
        'a caller without the required scope was not refused with 202',
      );
    },
  });
}
