import { type JsonObject, type JsonValue, replaceAt, type Segment, valueAt } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { freshId } from '../made-values.ts';
import { withFreshIds } from '../samples/sample-parts.ts';
import { WHOLE_ONBOARDING } from '../samples/whole-onboarding.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { ONBOARDING_CONDITIONS, type OnboardingCondition, SCHEMES_PLACE } from './onboarding-conditions.ts';

const OPERATION = 'merchants.onboard-merchants';
const about = { group: 'onboarding', operation: OPERATION } as const;

/** Checks conditions that a field table cannot express. */
export function onboardingCases(world: World): ConformanceCase[] {
  return [
    ...ONBOARDING_CONDITIONS.map((condition) => ofCondition(world, condition)),
    withoutApplications(world),
    accepted(world),
    allFindings(world),
    ...['1.10', 1.1].map((rate) => rateAccepted(world, rate)),
  ];
}

const MERCHANT: readonly Segment[] = ['payload', 'applications', 0, 'merchants', 0];

function check(world: World, body: JsonObject) {
  return world.rest(OPERATION, '/merchants/onboarding?validateOnly=true', body, { party: 'acquirer' });
}

function ofCondition(world: World, { id, what, at, put }: OnboardingCondition): ConformanceCase {
  return makeCase({
    ...about,
    id: `onboarding/conditions/${id}`,
    title: `Refuses ${what}`,
    about: 'onboarding.conditions',
    run: async (trial) => {
      const broken = replaceAt(withFreshIds(WHOLE_ONBOARDING), [...MERCHANT, ...at], put) as JsonObject;
      const answer = await check(world, broken);
      trial.check('onboarding.conditions', answer.isRefused, `${what} was accepted`);
      const isReported = (answer.findings ?? []).some(({ path }) => path.includes('merchants[0]'));
      trial.check(
        'onboarding.all-findings',
        !answer.isRefused || isReported,
        `${what} was refused, but no finding names the merchant`,
      );
    },
  });
}

function withoutApplications(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'onboarding/conditions/no-application',
    title: 'Refuses a request without an application or a merchant',
    about: 'onboarding.conditions',
    run: async (trial) => {
      for (const applications of [[], [{ merchants: [] }]]) {
        const answer = await check(world, { requestId: `R-${freshId(8)}`, payload: { applications } });
        trial.check(
          'onboarding.conditions',
          answer.isRefused,
          'a request without an application or a merchant was accepted',
        );
      }
    },
  });
}

function accepted(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'onboarding/accepted',
    title: 'Accepts a complete request, repeats its response, and refuses another request with the same requestId',
    about: 'onboarding.accepted',
    run: async (trial) => {
      const send = (body: JsonObject) => world.rest(OPERATION, '/merchants/onboarding', body, { party: 'acquirer' });
      const request = withFreshIds(WHOLE_ONBOARDING);
      const first = await send(request);
      trial.check('onboarding.accepted', !first.isRefused, 'a complete request was refused');
      trial.check(
        'onboarding.answer',
        first.body.requestId === request.requestId,
        'the response does not contain the requestId',
      );
      const merchantId = String(valueAt(request, [...MERCHANT, 'merchantId']));
      trial.check(
        'onboarding.answer',
        first.http.text.includes(merchantId),
        'the response does not contain the merchant',
      );
      const again = await send(request);
      trial.check(
        'repeat.onboarding',
        first.http.text === again.http.text && !again.isRefused,
        'a repeated request got a different response',
      );
      const other = await send({ ...withFreshIds(WHOLE_ONBOARDING), requestId: request.requestId ?? '' });
      trial.check(
        'repeat.onboarding',
        other.http.status === 409,
        'another request with the same requestId was not refused with 409',
      );
      const status = await world.rest(
        'merchants.read-onboarding-status',
        `/merchants/onboarding/${String(request.requestId)}`,
        undefined,
        { party: 'acquirer' },
      );
      trial.check('onboarding.answer', !status.isRefused, 'the status of a request cannot be read');
    },
  });
}

function allFindings(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'onboarding/all-findings',
    title: 'Reports all findings at once, each with an action',
    about: 'onboarding.all-findings',
    run: async (trial) => {
      const broken = ['merchantName', 'mcc', 'kyc', 'trn'].reduce<JsonValue>(
        (request, name) => replaceAt(request, [...MERCHANT, name], undefined),
        withFreshIds(WHOLE_ONBOARDING),
      );
      const answer = await check(world, broken as JsonObject);
      trial.check('onboarding.conditions', answer.isRefused, 'a merchant without four mandatory fields was accepted');
      trial.check(
        'onboarding.all-findings',
        (answer.findings ?? []).length === 4,
        'the response does not have four findings for four missing fields',
      );
      const errors = answer.body.errors as JsonObject[] | undefined;
      const actions = (errors ?? []).every(({ action }) => typeof action === 'string' && action !== '');
      trial.check('onboarding.all-findings', actions, 'a finding has no action');
    },
  });
}

function rateAccepted(world: World, rate: JsonValue): ConformanceCase {
  const kind = typeof rate === 'string' ? 'text' : 'number';
  return makeCase({
    ...about,
    id: `onboarding/rate/${kind}`,
    title: `Accepts a rate whose type is ${kind}`,
    about: 'onboarding.accepted',
    run: async (trial) => {
      const answer = await check(
        world,
        replaceAt(withFreshIds(WHOLE_ONBOARDING), [...MERCHANT, ...SCHEMES_PLACE, 1, 'tariffRate'], rate) as JsonObject,
      );
      trial.check('onboarding.accepted', !answer.isRefused, `a rate whose type is ${kind} was refused`);
    },
  });
}
