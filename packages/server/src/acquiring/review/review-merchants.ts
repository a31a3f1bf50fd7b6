import {
  type BoardingAction,
  type Finding,
  nextStatus,
  type ReviewAction,
  type ReviewAnswer,
  statusesFor,
} from '@cardwright/contract';
import { readNamesOfPerson } from '../../platform/access/index.ts';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { failWith } from '../../platform/kernel/text/finding-list.ts';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import { cleanTexts, type OperationContext, type RestAnswer } from '../../platform/operation/index.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { AcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { countEvents } from '../records/merchant-event-store.ts';
import type { MerchantMoveContext } from '../records/merchant-move.ts';
import { recordMoves } from '../records/move-merchants.ts';
import { auditReview, type ReviewMove } from './audit-review.ts';
import { toHitsResponse } from './hits-response.ts';
import type { ReviewedAmendments } from './review-amendments.ts';
import {
  type ApplicationRow,
  findApplication,
  findMerchantsOf,
  findReviewedFacts,
  insertReviews,
  type MerchantUnderReview,
} from './review-store.ts';

export interface ReviewDeps {
  readonly enqueueAll: EnqueueAll;
  readonly acquirers: Pick<AcquirerDirectory, 'acquirer'>;
}

/** An obstacle to an action, and how to remove it. */
export interface Obstacle {
  readonly message: string;
  readonly remedy: string;
}

/** The effect of an action on the merchants whose status allows it. */
export interface ReviewStep<Body> {
  readonly action: BoardingAction;
  readonly reviewAction: ReviewAction;
  /** Whether the submitter of the merchants is excluded, unless the acquirer's configuration allows it. */
  readonly needsAnotherPerson?: true;
  /** Whether the answer shows the hits of the screening. */
  readonly reportsHits?: true;
  /** Finds all further obstacles to the action for one merchant. */
  findObstacle?(
    merchant: MerchantUnderReview,
    by: string,
    applicationId: string,
  ): Obstacle | readonly Obstacle[] | undefined;
  /** Carries out the action for amendments. Absent if the action is for boardings only. */
  amend?(context: OperationContext, reviewed: ReviewedAmendments): Promise<Result<void, 'state_forbids'>>;
  /** Changes the rows of boardings. `reviewMerchants` writes history and notifications. */
  apply(context: OperationContext, acquirerId: string, ids: readonly string[], body: Body): Promise<void>;
  /** The statuses that the merchant passes through. By default, this is only the status to which the action leads. */
  readonly through?: readonly (typeof THROUGH)[number][];
  readonly state?: 'ACTIVE';
}

const THROUGH = ['APPROVED', 'BOARDED'] as const;

/** The common members of the bodies of all actions. */
export interface ReviewBody {
  readonly unchangedSince?: string;
  readonly merchantIds?: string[];
  readonly reason?: string;
}

/** Errors of a single named merchant. */
type ReviewError = 'merchant_not_found' | 'state_forbids';
type ReviewResult = Result<RestAnswer<ReviewAnswer>, ReviewError | 'application_not_found' | 'wrong_bank'>;

/**
 * Carries out a review action for all named merchants, or for none. Writes state, history, notifications and audit rows
 * in one transaction. The acquirer's lock prevents other changes of its merchants meanwhile.
 */
export async function reviewMerchants<Body extends ReviewBody>(
  deps: ReviewDeps,
  context: OperationContext,
  contract: Parameters<typeof cleanTexts>[0],
  { params, body: rawBody }: { params: { applicationId: string }; body: Body },
  step: ReviewStep<Body>,
): Promise<ReviewResult> {
  const { tx, caller, now } = context;
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const acquirerId = calling.value;
  await lockAcquirer(tx, acquirerId);
  const application = await findApplication(tx, acquirerId, params.applicationId);
  if (application === undefined) return fail('application_not_found');
  // Ids may look like card numbers and must not be masked.
  const { merchantIds, ...texts } = rawBody;
  const body = cleanTexts(contract, texts as Body, context);
  const submitter = findSubmitter(deps, acquirerId, application);
  const unchangedSince = readUnchangedSince(rawBody.unchangedSince);
  const ownNames = await readNamesOfPerson(tx, acquirerLog(acquirerId), caller.clientId);
  const about = { acquirerId, applicationId: application.application_id, submitter, unchangedSince, ownNames };
  const selected = await chooseMerchants(context, about, merchantIds, step);
  const subject = `application:${application.application_id}`;
  if (!selected.ok) return { ...selected, subject };
  const merchants = selected.value;
  const ids = merchants.map(({ merchant_id }) => merchant_id);
  const boardings = merchants.filter(({ amendments }) => amendments === null).map(({ merchant_id }) => merchant_id);
  const amended = merchants.filter(({ amendments }) => amendments !== null).map(({ merchant_id }) => merchant_id);
  const rules = deps.acquirers.acquirer(acquirerId)?.rules;
  if (amended.length > 0 && step.amend !== undefined) {
    if (rules === undefined) return fail('wrong_bank');
    const reviewed = {
      acquirerId,
      applicationId: application.application_id,
      ids: amended,
      rules,
      reason: body.reason,
    };
    const amendment = await step.amend(context, reviewed);
    if (!amendment.ok) return { ...amendment, subject };
  }
  if (boardings.length > 0) await step.apply(context, acquirerId, boardings, body);
  const by = { acquirerId, at: now, actor: caller.clientId, requestId: context.requestId };
  await insertReviews(tx, acquirerId, ids, {
    ...by,
    action: step.reviewAction,
    reason: body.reason,
    applicationId: application.application_id,
  });
  const moved = await publishMoves(deps, context, by, merchants, { step, application, reason: body.reason });
  const after = await findReviewedFacts(tx, acquirerId, application.application_id, ids);
  auditReview(
    context,
    { log: acquirerLog(acquirerId), application: subject },
    { action: step.reviewAction, reason: body.reason, moved, merchants, after },
  );
  const hits = step.reportsHits === true ? toHitsResponse(merchants) : undefined;
  const responses = moved.map((move) => ({ ...toMoveResponse(move), ...hits?.of(move.merchantId) }));
  return ok({ body: { applicationId: application.application_id, merchants: responses, ...hits?.standing } });
}

/** Returns the named merchants, or all whose status allows the action. Fails if one of them has an obstacle. */
async function chooseMerchants<Body>(
  { tx, caller }: OperationContext,
  about: { acquirerId: string } & ReviewScope,
  merchantIds: readonly string[] | undefined,
  step: ReviewStep<Body>,
): Promise<Result<readonly MerchantUnderReview[], ReviewError>> {
  const { acquirerId, applicationId } = about;
  const places = merchantIds && firstPlaces(merchantIds);
  const rows = await findMerchantsOf(tx, acquirerId, applicationId, places && [...places.keys()]);
  const merchantById = new Map(rows.map((row) => [row.merchant_id, row]));
  const findings: Finding<ReviewError>[] = [];
  const selected: MerchantUnderReview[] = [];
  const examine = (merchant: MerchantUnderReview, path: string) => {
    const obstacles = findObstacles(withOwnSteps(merchant, about, caller.clientId), caller.clientId, about, step);
    if (obstacles.length === 0) selected.push(merchant);
    for (const { message, remedy } of obstacles) {
      findings.push(finding('state_forbids', path, `${merchant.merchant_id} ${message}`, remedy));
    }
  };
  for (const [id, place] of places ?? []) {
    const path = `merchantIds[${place}]`;
    const merchant = merchantById.get(id);
    if (merchant !== undefined) examine(merchant, path);
    else
      findings.push(
        finding('merchant_not_found', path, `${id} is not a merchant of this application`, `leave ${id} out`),
      );
  }
  const allowed = rows.filter(
    ({ status, amendments }) =>
      nextStatus(status, step.action) !== undefined && (amendments === null || step.amend !== undefined),
  );
  if (places === undefined) for (const merchant of allowed) examine(merchant, 'merchantIds');
  const refusal = failWith(findings);
  if (refusal !== undefined) return refusal;
  if (selected.length > 0) return ok(selected);
  return fail('state_forbids', {
    message: `No merchant of the application is ${statusesFor(step.action).join(' or ')}`,
  });
}

/** The facts outside a merchant that a decision depends on. */
interface ReviewScope {
  readonly applicationId: string;
  /** The submitter, if excluded from decisions about the merchants. */
  readonly submitter: string | undefined;
  /** When the caller read the merchants that the decision is about. */
  readonly unchangedSince: Date | undefined;
  /** All names under which the caller's person acts. */
  readonly ownNames: ReadonlySet<string>;
}

/** Names the caller for each step that its person took, also under another login. */
function withOwnSteps(
  merchant: MerchantUnderReview,
  { ownNames }: Pick<ReviewScope, 'ownNames'>,
  caller: string,
): MerchantUnderReview {
  const nameOf = (by: string | null) => (by !== null && ownNames.has(by) ? caller : by);
  return {
    ...merchant,
    reviewed_by: nameOf(merchant.reviewed_by),
    kyc_confirmed_by: nameOf(merchant.kyc_confirmed_by),
    screening_hits: merchant.screening_hits?.map((hit) => ({ ...hit, decidedBy: nameOf(hit.decidedBy) })) ?? null,
  };
}

export function readUnchangedSince(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : readUtc(text);
}

/** Finds that a merchant has changed since the caller read it, so that decisions apply only to what the caller saw. */
export function findChange(
  { merchant_id: id, changed_at: at }: Pick<MerchantUnderReview, 'merchant_id' | 'changed_at'>,
  unchangedSince: Date | undefined,
): Obstacle | undefined {
  if (unchangedSince === undefined || at <= unchangedSince) return undefined;
  return { message: `was changed at ${at.toISOString()}`, remedy: `read ${id} again, and decide about what it is now` };
}

/** Returns each id once, with its first position. */
function firstPlaces(ids: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, id] of ids.entries()) if (!places.has(id)) places.set(id, place);
  return places;
}

/**
 * Returns the submitter of the application, who may not decide about it. Returns undefined if the acquirer allows it.
 */
export function findSubmitter(
  { acquirers }: Pick<ReviewDeps, 'acquirers'>,
  acquirerId: string,
  { submitted_by: submitter }: Pick<ApplicationRow, 'submitted_by'>,
): string | undefined {
  return acquirers.acquirer(acquirerId)?.submitterMayDecide === true ? undefined : submitter;
}

function findObstacles<Body>(
  merchant: MerchantUnderReview,
  by: string,
  { applicationId, submitter, unchangedSince, ownNames }: ReviewScope,
  step: ReviewStep<Body>,
): readonly Obstacle[] {
  const changed = findChange(merchant, unchangedSince);
  if (changed !== undefined) return [changed];
  if (merchant.amendments !== null && step.amend === undefined) {
    const message = `is amended (${merchant.amendments.join(', ')}): this is for boardings only`;
    return [{ message, remedy: `leave ${merchant.merchant_id} out, or reject its amendment` }];
  }
  if (nextStatus(merchant.status, step.action) !== undefined) {
    const message = 'was sent by the same person: another person must decide';
    const remedy = `ask another person to decide about ${merchant.merchant_id}`;
    const isOwn = submitter !== undefined && ownNames.has(submitter);
    const own = step.needsAnotherPerson === true && isOwn ? [{ message, remedy }] : [];
    return [...own, ...[step.findObstacle?.(merchant, by, applicationId) ?? []].flat()];
  }
  const message = `is ${merchant.status}: this needs ${statusesFor(step.action).join(' or ')}`;
  return [{ message, remedy: `leave ${merchant.merchant_id} out` }];
}

function finding(error: ReviewError, path: string, message: string, action: string): Finding<ReviewError> {
  return { path, error, message, action };
}

async function publishMoves<Body>(
  deps: ReviewDeps,
  { tx }: OperationContext,
  by: MerchantMoveContext,
  merchants: readonly MerchantUnderReview[],
  about: { step: ReviewStep<Body>; application: { request_id: string }; reason: string | undefined },
): Promise<ReviewMove[]> {
  const { step, application, reason } = about;
  const moves = merchants.flatMap(({ merchant_id: merchantId, amendments, status, sequence }) => {
    const path = [status, ...(step.through ?? [nextStatus(status, step.action)!])];
    return path.slice(1).flatMap((to, at) =>
      to === path[at]
        ? []
        : [
            {
              merchantId,
              onboardingRequestId: application.request_id,
              sequence: sequence + at + 1,
              from: path[at]!,
              to,
              ...(amendments !== null && { amendments }),
              ...(reason !== undefined && { reason }),
            },
          ],
    );
  });
  // `apply` counts the moves of boardings, so only those of amendments are counted here.
  const ofAmendments = moves.filter((move) => 'amendments' in move);
  const amended = [...new Set(ofAmendments.map(({ merchantId }) => merchantId))];
  if (amended.length > 0) await countEvents(tx, by.acquirerId, amended, ofAmendments.length / amended.length);
  await recordMoves(tx, deps, by, moves);
  return merchants.map(({ merchant_id: merchantId, status }) => {
    const to = step.through?.at(-1) ?? nextStatus(status, step.action)!;
    return { merchantId, from: status, to, state: step.state };
  });
}

function toMoveResponse({ merchantId, to, state }: ReviewMove): ReviewAnswer['merchants'][number] {
  const status = to as ReviewAnswer['merchants'][number]['status'];
  return { merchantId, status, ...(state !== undefined && { merchantState: state }) };
}
