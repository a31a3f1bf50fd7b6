import Type from 'typebox';
import { anything, instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';
import { RequiredInformation } from './onboarding-answer.ts';
import { hitCounts } from './review/screening-hit.ts';

/** A field that a version changed. `from` is null if the field was new, `to` is null if it was removed. */
export const MerchantChange = record(
  {
    path: text(200, {
      description: 'Path within the merchant; changes of merchantState and chain.chainId are listed too',
    }),
    from: anything({ description: 'Null if it did not exist' }),
    to: anything({ description: 'Null if it no longer exists' }),
  },
  { component: 'MerchantChange' },
);

export const MerchantVersion = record(
  {
    version: Type.Integer({ description: '1 is the boarding' }),
    at: instantField(),
    by: text(200, { description: 'The sender' }),
    requestId: text(64, { description: 'Id of the onboarding request' }),
    amendments: list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), {
      description: 'Empty for the first version, the boarding',
    }),
    changes: list(MerchantChange, {
      description: 'The first changes from the previous version: at most 20, and at most 4,096 characters of JSON',
    }),
    moreChanges: optional(
      Type.Integer({ description: 'Number of further changes; read all with the query parameter `version`' }),
    ),
  },
  { component: 'MerchantVersion' },
);

export const MerchantSummary = record(
  {
    merchantId: text(25),
    merchantName: text(100),
    status: oneOf(MERCHANT_STATUSES, { component: 'MerchantStatus' }),
    merchantState: Type.Union([oneOf(MERCHANT_STATES, { component: 'MerchantState' }), Type.Null()], {
      description: 'Null until it is boarded',
    }),
    applicationId: text(40),
    chainId: Type.Union([text(25), Type.Null()], { description: 'Null if it is in no chain' }),
    version: Type.Integer({ description: '0 until it is boarded' }),
    hits: hitCounts(),
    changedAt: text(24, { description: 'Time of the latest change, ISO 8601 UTC' }),
  },
  { component: 'MerchantSummary' },
);

/** A merchant as it was sent, the result of applying the interface's rules to it, and its history. */
export const MerchantRecord = record(
  {
    ...MerchantSummary.properties,
    reason: optional(text(500, { description: 'Why it is REJECTED, or INFORMATION_REQUIRED' })),
    informationRequired: optional(list(RequiredInformation, { description: 'With INFORMATION_REQUIRED' })),
    openAmendment: optional(
      record(
        {
          applicationId: text(40, { description: 'The application that decides it' }),
          amendments: list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' })),
          status: oneOf(['SCREENING', 'PENDING_APPROVAL']),
        },
        { description: 'An amendment that waits. The record is the version in force' },
      ),
    ),
    chain: optional(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Its chain, as sent; absent without one' }),
    ),
    merchant: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'As sent, in the spelling of the tables',
    }),
    resolved: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'Defaults in force (fundSettlementLevel, storeType, the use of each address) and resolved services (the rules for NGO)',
    }),
    resubmitted: optional(
      record(
        {
          changes: list(MerchantChange, { description: 'The first 100 of them' }),
          moreChanges: optional(Type.Integer({ description: 'Number of further changes' })),
        },
        { description: 'Changes of its latest submission for boarding from the previous one' },
      ),
    ),
    versions: list(MerchantVersion, { description: 'Newest first, at most 50; list the versions for the rest' }),
  },
  { component: 'MerchantRecord', extending: MerchantSummary },
);
