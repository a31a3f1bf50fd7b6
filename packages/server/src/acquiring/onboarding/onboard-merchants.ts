import { randomBytes } from 'node:crypto';
import { ERRORS, type JsonObject, type OnboardingAnswer, onboardMerchants, writeJson } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { throwIfDisconnected } from '../../platform/kernel/concurrency/client-disconnected.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import {
  type BodyReader,
  implementRestWithReader,
  type OperationContext,
  type RestAnswer,
} from '../../platform/operation/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Contents } from '../../platform/vault/index.ts';
import { isAcquirer, lockAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { auditOnboarding } from './audit-onboarding.ts';
import { examine, hasAmendments, type Refusal } from './examine-request.ts';
import type { CheckedOnboarding } from './model/onboarding-parts.ts';
import { toOnboardingResponse, toValidationResponse } from './onboarding-response.ts';
import { findRequest, insertRequest, storeOnboardingAnswer } from './onboarding-store.ts';
import type { AmendmentHandler } from './request-amendments.ts';
import { writeOnboarding } from './write-onboarding.ts';

export interface OnboardDeps {
  readonly contents: Contents;
  readonly enqueueAll: EnqueueAll;
  readonly rulesOf: (acquirerId: string) => OnboardingRules | undefined;
  readonly amendmentHandlerOf: (acquirerId: string) => AmendmentHandler | undefined;
}

type OnboardingResult = Result<RestAnswer<OnboardingAnswer>, Refusal>;

/** A checked request with the configuration of its acquirer. */
interface AcquirerRequest {
  readonly acquirerId: string;
  readonly checked: CheckedOnboarding;
  readonly rules: OnboardingRules;
  readonly amendmentHandler: AmendmentHandler;
}

/**
 * Boards and amends merchants (docs/interface/merchant-onboarding.md#onboard): either the whole request or nothing. A
 * repeat with the same caller, requestId and content gets the same answer.
 */
export function onboardMerchantsOperation(deps: OnboardDeps, reader: BodyReader<CheckedOnboarding>) {
  return implementRestWithReader(onboardMerchants, reader, async (callContext, { body, query }) => {
    const context = { ...callContext, tx: whileCallerWaits(callContext) };
    const calling = callerAcquirer(context.caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const rules = deps.rulesOf(acquirerId);
    const amendmentHandler = deps.amendmentHandlerOf(acquirerId);
    const isDry = query.validateOnly === 'true';
    if (!isDry && hasAmendments(body)) await amendmentHandler?.prepare(context.tx);
    const isThere = await (isDry ? isAcquirer : lockAcquirer)(context.tx, acquirerId);
    if (rules === undefined || amendmentHandler === undefined || !isThere)
      return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
    const request = { acquirerId, checked: body, rules, amendmentHandler };
    return isDry ? validate(context, request) : store(deps, context, request);
  });
}

/**
 * Returns a transaction that fails before the next statement if the client has disconnected, so that its work is rolled
 * back.
 */
function whileCallerWaits({ tx, signal }: OperationContext): OperationContext['tx'] {
  return {
    query: async (statement, values) => {
      throwIfDisconnected(signal);
      return tx.query(statement, values);
    },
  };
}

/** Answers with the findings, and stores nothing. */
async function validate({ tx }: OperationContext, request: AcquirerRequest): Promise<OnboardingResult> {
  const examined = await examine(tx, request, request.amendmentHandler, { lock: false });
  if (!examined.ok) return examined;
  return ok({ body: toValidationResponse(request.checked, request.checked.requestId), status: 200 });
}

async function store(
  deps: OnboardDeps,
  context: OperationContext,
  submitted: AcquirerRequest,
): Promise<OnboardingResult> {
  const { tx, caller, now, audit } = context;
  const { acquirerId, checked } = submitted;
  const requestId = checked.requestId ?? makeRequestId();
  const earlier = await findRequest(tx, acquirerId, caller.clientId, requestId);
  const log = acquirerLog(acquirerId);
  const subject = `onboarding:${requestId}`;
  if (earlier !== undefined) {
    const replayed = replay(earlier, deps.contents.isOf(earlier, checked.contentDigest));
    audit(log, subject, 'replayed');
    return replayed;
  }
  const examined = await examine(tx, submitted, submitted.amendmentHandler, { lock: true });
  if (!examined.ok) {
    audit(log, subject, 'refused', {
      code: ERRORS[examined.error].code,
      findings: examined.count,
      merchants: checked.merchantCount,
    });
    return examined;
  }
  const content = deps.contents.hash(checked.contentDigest);
  const claim = { caller: caller.clientId, requestId, content, merchantCount: checked.merchantCount, at: now };
  const requestNo = await insertRequest(tx, acquirerId, claim);
  const submission = { requestNo, requestId, httpRequestId: context.requestId, at: now, actor: caller.clientId };
  const { request } = examined.value;
  const amendments = await examined.value.amendments?.accept(tx, now);
  const applicationIds = await writeOnboarding(tx, deps, request, submission, amendments);
  const body = toOnboardingResponse(checked, requestId, applicationIds, amendments);
  await storeOnboardingAnswer(tx, acquirerId, requestNo, writeJson(body as unknown as JsonObject));
  auditOnboarding(audit, log, requestId, request);
  amendments?.audit(audit, log, requestId);
  return ok({ body, status: 202 });
}

function replay(earlier: { answer: string | null }, isSame: boolean): OnboardingResult {
  if (!isSame || earlier.answer === null) {
    const message = 'was used for a request with other content';
    const action = 'send it under a new requestId';
    return fail('request_exists', { findings: [{ path: 'requestId', error: 'request_exists', message, action }] });
  }
  const body = readStoredJson(earlier.answer) as unknown as OnboardingAnswer;
  return ok({ body, replayed: true, status: 202 });
}

/** Returns an id for a request of amendments without one. It has 25 characters, the maximum of the interface. */
function makeRequestId(): string {
  return `AUTO-${randomBytes(10).toString('hex')}`.toUpperCase();
}
