import type { clearHit, confirmHit } from '@cardwright/contract';
import { readNamesOfPerson } from '../../platform/access/index.ts';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../platform/operation/index.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { setAmendmentHits } from '../amendments/amendment-review-store.ts';
import { countHits, decideHit } from '../records/hit-decisions.ts';
import { toHitResponse } from '../records/stored-hit.ts';
import { findChange, findSubmitter, type ReviewDeps, readUnchangedSince } from './review-merchants.ts';
import { findApplication, findMerchantOfHit, insertReviews, setHits } from './review-store.ts';

const DECISIONS = {
  CLEARED: { action: 'HIT_CLEARED', outcome: 'hit cleared' },
  CONFIRMED: { action: 'HIT_CONFIRMED', outcome: 'hit confirmed' },
} as const;

/** Clears or confirms one hit of a merchant that waits for approval. */
export function decideHitOperation(
  deps: ReviewDeps,
  contract: typeof clearHit | typeof confirmHit,
  state: keyof typeof DECISIONS,
) {
  return implementRest(contract, async (context, { params, body: rawBody }) => {
    const { tx, caller, now: at, requestId, audit } = context;
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    await lockAcquirer(tx, acquirerId);
    const application = await findApplication(tx, acquirerId, params.applicationId);
    if (application === undefined) return fail('application_not_found');
    const { application_id: applicationId } = application;
    const merchant = await findMerchantOfHit(tx, acquirerId, applicationId, params.hitId);
    const before = merchant?.screening_hits?.find(({ hitId }) => hitId === params.hitId);
    if (merchant === undefined || before === undefined) return fail('hit_not_found');
    const { merchant_id: merchantId, status } = merchant;
    const by = caller.clientId;
    const changed = findChange(merchant, readUnchangedSince(rawBody.unchangedSince));
    const subject = `application:${applicationId}`;
    if (changed !== undefined) {
      return fail('state_forbids', { subject, message: `${merchantId} ${changed.message}: ${changed.remedy}` });
    }
    if (status !== 'PENDING_APPROVAL') {
      return fail('state_forbids', { subject, message: `${merchantId} is ${status}: this needs PENDING_APPROVAL` });
    }
    const ownNames = await readNamesOfPerson(tx, acquirerLog(acquirerId), by);
    const submitter = findSubmitter(deps, acquirerId, application);
    if (state === 'CLEARED' && submitter !== undefined && ownNames.has(submitter)) {
      return fail('state_forbids', {
        subject,
        message: `${merchantId} was sent by the same person: another person must decide`,
      });
    }
    const { reason } = cleanTexts(contract, rawBody, context);
    const decision = decideHit(before, { state, by, at, reason, ownNames });
    if (!decision.ok) return { ...decision, subject };
    const after = decision.value;
    const hits = (merchant.screening_hits ?? []).map((hit) => (hit === before ? after : hit));
    if (merchant.amendments === null) await setHits(tx, acquirerId, merchantId, hits, at);
    else await setAmendmentHits(tx, acquirerId, applicationId, merchantId, { hits, at });
    const { action, outcome } = DECISIONS[state];
    await insertReviews(tx, acquirerId, [merchantId], {
      at,
      actor: by,
      requestId,
      action,
      reason,
      applicationId,
    });
    const details = { merchantId, hitId: after.hitId, check: after.check, reason };
    const auditFacts = (hit: typeof after) => ({ state: hit.state, decidedBy: hit.decidedBy, reason: hit.reason });
    const facts = { before: auditFacts(before), after: auditFacts(after) };
    const parent = { kind: 'application', id: applicationId };
    const object = { kind: 'hit', id: after.hitId, version: null, parent };
    const change = { ...facts, event: () => ({ ...facts, object }) };
    audit(acquirerLog(acquirerId), subject, outcome, details, change);
    const counts = countHits(hits);
    return ok({ body: { applicationId, merchantId, hit: toHitResponse(after), ...(counts && { hits: counts }) } });
  });
}
