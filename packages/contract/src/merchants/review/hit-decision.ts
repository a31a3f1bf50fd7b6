import { defineRest } from '../../operation.ts';
import { record, text } from '../../schema/fields.ts';
import type { SdkMethodName } from '../../sdk-resources.ts';
import { applicationId, reviewReason, unchangedSince } from './merchant-application.ts';
import { hitCounts, ScreeningHit } from './screening-hit.ts';

/** A decision about a single screening hit. */
export function defineHitDecision({
  action,
  ...described
}: {
  id: string;
  sdk: SdkMethodName;
  title: string;
  description: string;
  action: string;
}) {
  return defineRest({
    ...described,
    reference: `docs/interface/merchant-review.md#${action}-a-hit`,
    method: 'POST',
    path: `/merchants/applications/{applicationId}/hits/{hitId}/${action}`,
    scope: 'merchants:review',
    params: record({
      applicationId: applicationId(),
      hitId: text(36, { description: 'Id of the hit, as in the application' }),
    }),
    request: record({ unchangedSince: unchangedSince(), reason: reviewReason() }),
    response: record(
      { applicationId: applicationId(), merchantId: text(25), hit: ScreeningHit, hits: hitCounts() },
      { component: 'HitDecision' },
    ),
    takesIdempotencyKey: true,
    listsActions: true,
    errors: ['application_not_found', 'hit_not_found', 'state_forbids'],
  });
}
