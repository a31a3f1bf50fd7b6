import { randomBytes } from 'node:crypto';
import {
  ERRORS,
  type JsonObject,
  type OnboardingAnswer,
  onboardMerchants,
  withNearAction,
  writeJson,
} from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { throwIfDisconnected } from '../../platform/kernel/concurrency/client-disconnected.ts';
import { createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { collectFindings, errorToAnswer, MOST_REPORTED } from '../../platform/kernel/text/finding-list.ts';
import {
  type BodyReader,
  implementRestWithReader,
  type OperationContext,
  type RestAnswer,
  type RestError,
} from '../../platform/operation/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Contents } from '../../platform/vault/index.ts';
import { isAcquirer, lockAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { applyAmendments } from './apply-amendments.ts';
import { auditOnboarding } from './audit-onboarding.ts';
import { findChainConflicts, findMerchantConflicts } from './find-conflicts.ts';
import { findOpenAmendment } from './find-open-amendment.ts';
import { findUnlinkedChains } from './find-unlinked-chains.ts';
import { type HeldAmendment, holdAmendments } from './hold-amendments.ts';
import { lookUp } from './look-up-request.ts';
import { findStateFault } from './model/amend-merchant.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import { type ChainsOfRequest, chainsOfRequest } from './model/chains-of-request.ts';
import type { Known } from './model/existing-records.ts';
import type { CheckedChain, CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';
import { findRequest, insertRequest, storeOnboardingAnswer } from './onboarding-store.ts';
import { inOrderOfDocument, merchantsOf } from './place-findings.ts';
import { type AmendmentScreening, prepareScreening } from './screen-amendments.ts';
import { toTakenResponse, writeOnboarding } from './write-onboarding.ts';

export interface OnboardDeps {
  readonly contents: Contents;
  readonly enqueueAll: EnqueueAll;
  /** How amendments are screened before they are applied. */
  readonly screeningOf: (acquirerId: string) => AmendmentScreening | undefined;
  readonly rulesOf: (acquirerId: string) => OnboardingRules | undefined;
}

type Refusal = RestError<typeof onboardMerchants>;
type Answered = Result<RestAnswer<OnboardingAnswer>, Refusal>;

/**
 * Boards and amends merchants (docs/interface/merchant-onboarding.md#onboard), the whole request or nothing. A repeat
 * with the same caller, requestId and content gets the same answer.
 */
export function onboardMerchantsOperation(deps: OnboardDeps, reader: BodyReader<CheckedOnboarding>) {
  return implementRestWithReader(onboardMerchants, reader, async (given, { body, query }) => {
    const context = { ...given, tx: whileCallerWaits(given) };
    const calling = callerAcquirer(context.caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const rules = deps.rulesOf(acquirerId);
    const isDry = query.validateOnly === 'true';
    const screening = deps.screeningOf(acquirerId);
    if (!isDry && screening !== undefined) await prepareScreening(context.tx, screening, body.merchants);
    const isThere = await (isDry ? isAcquirer : lockAcquirer)(context.tx, acquirerId);
    if (rules === undefined || screening === undefined || !isThere)
      return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
    if (isDry) return validate(context, acquirerId, body, rules);
    return store(deps, context, screening, body, rules);
  });
}

/** Every statement asks whether the caller is still there: work that nobody waits for is dropped and rolled back. */
function whileCallerWaits({ tx, gone }: OperationContext): OperationContext['tx'] {
  return {
    query: async (statement, values) => {
      throwIfDisconnected(gone);
      return tx.query(statement, values);
    },
  };
}

/** Answers with the findings, and stores nothing. */
async function validate(
  { tx }: OperationContext,
  acquirerId: string,
  checked: CheckedOnboarding,
  rules: OnboardingRules,
): Promise<Answered> {
  const examined = await examine(tx, acquirerId, checked, rules, { lock: false });
  if (!examined.ok) return examined;
  const { requestId } = checked;
  const body = answer(checked, { status: 'VALID', ...(requestId !== undefined && { requestId }) }, examined.value);
  return ok({ body, status: 200 });
}

async function store(
  deps: OnboardDeps,
  context: OperationContext,
  screening: AmendmentScreening,
  checked: CheckedOnboarding,
  rules: OnboardingRules,
): Promise<Answered> {
  const { tx, caller, now, audit } = context;
  const { acquirerId } = screening;
  const requestId = checked.requestId ?? makeRequestId();
  const earlier = await findRequest(tx, acquirerId, caller.clientId, requestId);
  const log = acquirerLog(acquirerId);
  const subject = `onboarding:${requestId}`;
  if (earlier !== undefined) {
    const replayed = replay(earlier, deps.contents.isOf(earlier, checked.contentDigest));
    audit(log, subject, 'replayed');
    return replayed;
  }
  const examined = await examine(tx, acquirerId, checked, rules, { lock: true });
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
  const { known, chains, newChains } = examined.value;
  const given = { known, chains, newChains, rules };
  const sorted = await holdAmendments(tx, screening, examined.value.amended, given, now);
  const taken = { ...examined.value, ...sorted };
  const request = {
    acquirerId,
    requestNo,
    requestId,
    httpRequestId: context.requestId,
    at: now,
    actor: caller.clientId,
  };
  const { amended, held } = sorted;
  const accepted = { ...request, ...given, amended: [...amended.values()], held: [...held.values()] };
  const applicationIds = await writeOnboarding(tx, deps, checked, accepted);
  const body = answer(checked, { requestId, status: 'RECEIVED', applicationIds }, taken);
  await storeOnboardingAnswer(tx, acquirerId, requestNo, writeJson(body as unknown as JsonObject));
  auditOnboarding(context, log, requestId, checked, taken);
  return ok({ body, status: 202 });
}

function replay(earlier: { answer: string | null }, isSame: boolean): Answered {
  if (!isSame || earlier.answer === null) {
    const message = 'was used for a request with other content';
    const action = 'send it under a new requestId';
    return fail('request_exists', { findings: [{ path: 'requestId', error: 'request_exists', message, action }] });
  }
  const body = readStoredJson(earlier.answer) as unknown as OnboardingAnswer;
  return ok({ body, replayed: true, status: 202 });
}

interface Examined {
  readonly known: Known;
  readonly chains: ChainsOfRequest;
  readonly newChains: readonly CheckedChain[];
  /** By merchant of the request. */
  readonly amended: ReadonlyMap<CheckedOnboarding['merchants'][number], AppliedAmendment>;
}

/** All findings of a request: those of the request itself and those from stored records. */
async function examine(
  tx: OperationContext['tx'],
  acquirerId: string,
  checked: CheckedOnboarding,
  rules: OnboardingRules,
  options: { lock: boolean },
): Promise<(Result<Examined, Refusal> & { ok: true }) | (Result<never, Refusal> & { ok: false; count: number })> {
  const { merchants, findings: read, unlisted } = checked;
  const known = await lookUp(tx, acquirerId, checked, options);
  const { findings: ofChains, toWrite } = findChainConflicts(checked, known);
  const chains = chainsOfRequest(checked.chains, known, toWrite);
  const amendments = amendable(checked, known);
  const amended = await applyAmendments(tx, acquirerId, amendments, { known, chains, rules });
  const found = collectFindings();
  found.add(ofChains);
  found.add(findUnlinkedChains(checked, known, chains));
  const pace = createPauses(1_000);
  for (const merchant of merchants) {
    found.add(findMerchantConflicts(merchant, known));
    found.add(amended.findings.get(merchant) ?? []);
    if (!amended.applied.has(merchant) && !amended.findings.has(merchant)) found.add(findClosedDoor(merchant, known));
    found.add(findOpenAmendment(merchant, amended.applied.get(merchant), known));
    await pace(1 + merchant.terminals.length);
  }
  const count = read.length + unlisted + found.count;
  if (count === 0) return ok({ known, chains, newChains: toWrite, amended: amended.applied });
  const all = inOrderOfDocument(read, found.listed);
  const told = all.slice(0, MOST_REPORTED).map(withNearAction);
  const more = count - told.length;
  const refusal = fail(errorToAnswer(all) as Refusal, {
    findings: told,
    keepsWrites: true,
    ...(more > 0 && { extra: { more } }),
  });
  return { ...refusal, count };
}

/** An amendment with other findings is not applied; that the merchant's state does not allow it is told with them. */
function findClosedDoor(merchant: CheckedOnboarding['merchants'][number], { merchants }: Known) {
  const state = merchants.get(merchant.merchantId)?.merchant_state;
  return merchant.kind === 'BOARDING' || state === undefined || state === null ? [] : findStateFault(state, merchant);
}

/** Amendments that can be applied: the merchant is boarded, and the amendment has no finding so far. */
function amendable({ merchants, findings, unlisted }: CheckedOnboarding, known: Known) {
  if (unlisted > 0) return [];
  const broken = merchantsOf(findings);
  return merchants.filter(
    ({ kind, merchantId, path }) =>
      kind === 'AMENDMENT' && !broken.has(path) && known.merchants.get(merchantId)?.status === 'BOARDED',
  );
}

function answer(
  { applications, merchants, warnings, unlistedWarnings }: CheckedOnboarding,
  given: { requestId?: string; status: 'RECEIVED' | 'VALID'; applicationIds?: readonly string[] },
  { amended, held, known }: Examined & { held?: ReadonlyMap<CheckedMerchant, HeldAmendment> },
): OnboardingAnswer {
  const { applicationIds, ...head } = given;
  const isKept = applicationIds !== undefined;
  const shown = Array.from({ length: applications }, (_, position): OnboardingAnswer['applications'][number] => ({
    ...(isKept && { applicationId: applicationIds[position]! }),
    merchants: [],
  }));
  for (const merchant of merchants) {
    const stateBefore = known.merchants.get(merchant.merchantId)?.merchant_state ?? null;
    const kept = { isKept, held: held?.get(merchant), stateBefore };
    shown[merchant.application]!.merchants.push(toTakenResponse(merchant, amended.get(merchant), kept));
  }
  const more = unlistedWarnings > 0 ? { moreWarnings: unlistedWarnings } : {};
  return { ...head, applications: shown, warnings: warnings.map((warning) => ({ ...warning })), ...more };
}

/** An id for amendments without one. It has at most 25 characters, like any request id. */
function makeRequestId(): string {
  return `AUTO-${randomBytes(10).toString('hex')}`.toUpperCase();
}
