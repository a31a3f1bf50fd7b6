import type { OnboardingAnswer, TakenMerchant } from '@cardwright/contract';
import type { CheckedMerchant, CheckedOnboarding } from './model/onboarding-parts.ts';
import type { AcceptedAmendments } from './request-amendments.ts';

type Head = Pick<OnboardingAnswer, 'requestId' | 'status'>;

/** Returns the answer to a request that was only validated. */
export function toValidationResponse(checked: CheckedOnboarding, requestId: string | undefined): OnboardingAnswer {
  return toResponse(checked, { status: 'VALID', ...(requestId !== undefined && { requestId }) }, [], validMerchant);
}

/** Returns the answer to a stored request. */
export function toOnboardingResponse(
  checked: CheckedOnboarding,
  requestId: string,
  applicationIds: readonly string[],
  amendments: AcceptedAmendments | undefined,
): OnboardingAnswer {
  return toResponse(checked, { requestId, status: 'RECEIVED' }, applicationIds, (merchant) =>
    merchant.kind === 'BOARDING' || amendments === undefined ? { status: 'RECEIVED' } : amendments.responseOf(merchant),
  );
}

function toResponse(
  { applications: count, merchants, warnings, omittedWarnings }: CheckedOnboarding,
  head: Head,
  applicationIds: readonly string[],
  memberOf: (merchant: CheckedMerchant) => Omit<TakenMerchant, 'merchantId' | 'warnings'>,
): OnboardingAnswer {
  const applications = Array.from({ length: count }, (_, position): OnboardingAnswer['applications'][number] => {
    const applicationId = applicationIds[position];
    return { ...(applicationId !== undefined && { applicationId }), merchants: [] };
  });
  for (const merchant of merchants) {
    applications[merchant.application]!.merchants.push({
      merchantId: merchant.merchantId,
      ...memberOf(merchant),
      warnings: merchant.warnings.map((warning) => ({ ...warning })),
    });
  }
  const more = omittedWarnings > 0 ? { moreWarnings: omittedWarnings } : {};
  return { ...head, applications, warnings: warnings.map((warning) => ({ ...warning })), ...more };
}

function validMerchant({ kind, types }: CheckedMerchant): Omit<TakenMerchant, 'merchantId' | 'warnings'> {
  return { status: 'VALID', ...(kind === 'AMENDMENT' && { amendments: [...types] }) };
}
