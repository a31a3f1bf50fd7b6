import Type from 'typebox';
import { anything, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';
import { RequiredInformation } from './onboarding-answer.ts';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

/** A field that a version changed; `from` is null where it was not there, `to` where it is no longer. */
export const MerchantChange = record({
  path: text(200, { description: 'Into the merchant; merchantState and chain.chainId are told beside it' }),
  from: anything(),
  to: anything(),
});

export const MerchantVersion = record({
  version: Type.Integer(),
  at: text(24),
  by: text(200, { description: 'Who sent it' }),
  requestId: text(64, { description: 'Of the onboarding request that it came with' }),
  amendments: list(oneOf(AMENDMENT_TYPES), { description: 'Empty for the first version, the boarding' }),
  changes: list(MerchantChange),
});

export const MerchantSummary = record({
  merchantId: text(25),
  merchantName: text(100),
  status: oneOf(MERCHANT_STATUSES),
  merchantState: orNull(oneOf(MERCHANT_STATES)),
  applicationId: text(40),
  chainId: orNull(text(25)),
  version: Type.Integer({ description: '0 until it is boarded' }),
  changedAt: text(24),
});

/** A merchant as it was sent, what the interface's rules made of it, and how it came to be so. */
export const MerchantRecord = record({
  ...MerchantSummary.properties,
  reason: optional(text(500, { description: 'Why it is REJECTED, or INFORMATION_REQUIRED' })),
  informationRequired: optional(list(RequiredInformation, { description: 'With INFORMATION_REQUIRED' })),
  merchant: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'As sent, in the spelling of the tables',
  }),
  resolved: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description:
      'Defaults in force (fundSettlementLevel, storeType, which address is used for what) and resolved services (the rules for NGO)',
  }),
  versions: list(MerchantVersion, { description: 'Newest first, at most 50; the rest by the list of versions' }),
});
