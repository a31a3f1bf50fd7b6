import { type Finding, findPathFault, printableKey, requestInformation } from '@cardwright/contract';
import { fail } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type ReviewBody, type ReviewDeps, type ReviewStep, reviewMerchants } from './review-merchants.ts';
import { requireInformation } from './review-store.ts';

const STEP: ReviewStep<ReviewBody & { items: { path: string; action: string }[] }> = {
  action: 'ask-information',
  reviewAction: 'INFORMATION_REQUESTED',
  apply: ({ tx, now }, acquirerId, ids, { items }) => requireInformation(tx, acquirerId, ids, items, now),
};

export function requestInformationOperation(deps: ReviewDeps) {
  return implementRest(requestInformation, async (context, input) => {
    const findings = findWrongPaths(input.body.items);
    if (findings.length > 0) return fail('value_not_allowed', { findings });
    return reviewMerchants(deps, context, requestInformation, input, STEP);
  });
}

/** Finds paths that do not exist in a merchant, so that the acquirer does not look for a field that does not exist. */
function findWrongPaths(items: readonly { path: string }[]): Finding<'value_not_allowed'>[] {
  return items.flatMap(({ path }, index) => {
    const fault = findPathFault(path);
    if (fault === undefined) return [];
    const [at, part] = [`items[${index}].path`, printableKey(fault.at)];
    return [
      {
        path: at,
        error: 'value_not_allowed',
        message: `is no path into a merchant: ${part} is not known there`,
        action:
          fault.allowed.length === 0
            ? `remove ${part} from ${at}`
            : `use one of ${fault.allowed.join(', ')} in place of ${part} in ${at}`,
      },
    ];
  });
}
