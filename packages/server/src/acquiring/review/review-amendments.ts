import { requireValue } from '../../platform/kernel/required.ts';
import { ok, type Result } from '../../platform/kernel/result.ts';
import { failWith } from '../../platform/kernel/text/finding-list.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { applyHeldAmendments, examineHeldAmendments } from '../amendments/apply-held-amendments.ts';
import { readHeldAmendments } from '../amendments/held-amendment-store.ts';
import { addsTerminals } from '../onboarding/find-conflicts.ts';
import { endAmendments } from '../records/open-amendment-store.ts';
import { deleteTerminals } from '../records/terminal-store.ts';

/** The amendments of an application that a person decides about. */
export interface ReviewedAmendments {
  readonly acquirerId: string;
  readonly applicationId: string;
  readonly ids: readonly string[];
  readonly rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
  readonly reason: string | undefined;
}

/** Turns all amendments into versions, or none if a merchant has changed and no longer allows its amendment. */
export async function applyReviewedAmendments(
  { tx, now: at, caller }: OperationContext,
  { acquirerId, applicationId, ids, rules }: ReviewedAmendments,
): Promise<Result<void, 'state_forbids'>> {
  const rows = await readHeldAmendments(tx, acquirerId, applicationId, ids);
  const { appliedOf, findingsOf } = await examineHeldAmendments(tx, acquirerId, rows, rules);
  const findings = rows.flatMap((row) =>
    findingsOf(row).map(({ path, message }) => ({
      path: 'merchantIds',
      error: 'state_forbids' as const,
      message: `${path} ${message}`,
      action: `change ${row.merchant_id} first, reject its amendment, or leave it out`,
    })),
  );
  const refusal = failWith(findings);
  if (refusal !== undefined) return refusal;
  const reviewed = rows.map((row) => {
    const applied = requireValue(appliedOf(row), 'an amendment without findings');
    return { row, applied, hits: null };
  });
  await applyHeldAmendments(tx, { acquirerId, at, approver: caller.clientId }, reviewed);
  return ok(undefined);
}

/** Ends amendments without changing their merchants, and frees the terminals that they would have added. */
export async function endReviewedAmendments(
  { tx, now: at }: OperationContext,
  { acquirerId, applicationId, ids, reason }: ReviewedAmendments,
): Promise<Result<void, 'state_forbids'>> {
  const ended = await endAmendments(tx, acquirerId, ids, { at, reason: reason ?? null, applicationId });
  const free = ended
    .filter(({ types }) => addsTerminals({ kind: 'AMENDMENT', types }))
    .flatMap(({ merchant_id: merchantId, terminals }) => terminals.map((terminalId) => ({ terminalId, merchantId })));
  await deleteTerminals(tx, acquirerId, free);
  return ok(undefined);
}
