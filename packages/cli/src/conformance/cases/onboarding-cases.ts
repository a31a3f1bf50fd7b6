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
    ...['1.10', 1.1].map((rate) => rateTaken(world, rate)),
  ];
}

const MERCHANT: readonly Segment[] = ['payload', 'applications', 0, 'merchants', 0];

function check(world: World, body: JsonObject) {
  return world.rest(OPERATION, '/merchants/onboarding?validateOnly=true', body, { party: 'acquirer' });
}

function ofCondition(world: World, { what, at, put }: OnboardingCondition): ConformanceCase {
  return makeCase({
    ...about,
    id: `onboarding/conditions/${what.replaceAll(' ', '-')}`,
    title: `${what} is refused`,
    about: 'onboarding.conditions',
    run: async (trial) => {
      const broken = replaceAt(withFreshIds(WHOLE_ONBOARDING), [...MERCHANT, ...at], put) as JsonObject;
      const answer = await check(world, broken);
      trial.check('onboarding.conditions', answer.isRefused, `${what} was accepted`);
      const told = (answer.findings ?? []).some(({ path }) => path.includes('merchants[0]'));
      trial.check(
        'onboarding.all-findings',
        !answer.isRefused || told,
        `${what} was refused without naming the merchant`,
      );
    },
  });
}

function withoutApplications(world: World): ConformanceCase {
  return makeCase({
    ...about,
    id: 'onboarding/conditions/no-application',
    title: 'a request without an application or a merchant is refused',
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
    title: 'a whole request is taken, its repeat gets the same answer, and another one under its id is refused',
    about: 'onboarding.accepted',
    run: async (trial) => {
      const send = (body: JsonObject) => world.rest(OPERATION, '/merchants/onboarding', body, { party: 'acquirer' });
      const request = withFreshIds(WHOLE_ONBOARDING);
      const first = await send(request);
      trial.check('onboarding.accepted', !first.isRefused, 'a request with every field was refused');
      trial.check(
        'onboarding.answer',
        first.body.requestId === request.requestId,
        'the answer does not name the requestId',
      );
      const merchantId = String(valueAt(request, [...MERCHANT, 'merchantId']));
      trial.check('onboarding.answer', first.http.text.includes(merchantId), 'the answer does not name the merchant');
      const again = await send(request);
      trial.check(
        'repeat.onboarding',
        first.http.text === again.http.text && !again.isRefused,
        'a repeated request got another answer',
      );
      const other = await send({ ...withFreshIds(WHOLE_ONBOARDING), requestId: request.requestId ?? '' });
      trial.check(
        'repeat.onboarding',
        other.http.status === 409,
        'another request under a used requestId was not refused with 409',
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
    title: 'all findings are told at once, each with what to do',
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
        'of four findings, not four were told',
      );
      const errors = answer.body.errors as JsonObject[] | undefined;
      const actions = (errors ?? []).every(({ action }) => typeof action === 'string' && action !== '');
      trial.check('onboarding.all-findings', actions, 'a finding does not say what to do');
    },
  });
}

function rateTaken(world: World, rate: JsonValue): ConformanceCase {
  const kind = typeof rate === 'string' ? 'text' : 'number';
  return makeCase({
    ...about,
    id: `onboarding/rate/${kind}`,
    title: `a rate that is a ${kind} is taken`,
    about: 'onboarding.accepted',
    run: async (trial) => {
      const answer = await check(
        world,
        replaceAt(withFreshIds(WHOLE_ONBOARDING), [...MERCHANT, ...SCHEMES_PLACE, 1, 'tariffRate'], rate) as JsonObject,
      );
      trial.check('onboarding.accepted', !answer.isRefused, `a rate that is a ${kind} was refused`);
    },
  });
}
