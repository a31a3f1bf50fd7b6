import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { list, MAX_ENTRIES, oneOf, optional, record } from '../schema/fields.ts';
import { Merchant, MerchantAmendment, MerchantChain } from './merchant.ts';
import { sentRequestId } from './merchant-fields.ts';
import { AMENDMENT_TYPES, MAX_MERCHANTS } from './merchant-values.ts';
import { OnboardingAnswer } from './onboarding-answer.ts';

const Application = record(
  {
    merchants: list(Type.Union([Merchant, MerchantAmendment]), {
      minItems: 1,
      maxItems: MAX_MERCHANTS,
      maximumOfAll: true,
    }),
    chain: optional(MerchantChain),
  },
  { component: 'MerchantsOfApplication' },
);

/**
 * Boards and amends merchants (docs/interface/merchant-onboarding.md). The request may hold 16 MiB and 10,000
 * merchants. All findings are reported at once, each with an action; one bad merchant makes the whole request fail.
 * With validateOnly=true nothing is stored.
 */
export const onboardMerchants = defineRest({
  id: 'merchants.onboard-merchants',
  sdk: 'merchants.onboard',
  title: 'Onboard and amend merchants',
  description:
    'Onboards and amends up to 10,000 merchants in one request. The response reports all findings at once, each with an action. If one merchant is invalid, the whole request fails. With validateOnly=true, nothing is stored.',
  reference: 'docs/interface/merchant-onboarding.md#onboard',
  method: 'POST',
  path: '/merchants/onboarding',
  scope: 'merchants:write',
  query: record({
    validateOnly: optional(oneOf(['true', 'false'], { description: 'true: report findings and store nothing' })),
  }),
  request: record({
    requestId: optional(
      sentRequestId({
        description: 'Id of the request, unique for the caller',
        requiredWhen: 'the request boards a merchant',
      }),
    ),
    payload: record({
      applications: list(Type.Union([oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), Application]), {
        minItems: 1,
        maxItems: MAX_ENTRIES,
      }),
    }),
  }),
  response: OnboardingAnswer,
  successStatus: 202,
  listsActions: true,
  errors: [
    'merchant_not_found',
    'chain_not_found',
    'merchant_exists',
    'chain_exists',
    'terminal_exists',
    'request_exists',
    'state_forbids',
  ],
});
