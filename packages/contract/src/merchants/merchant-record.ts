import Type from 'typebox';
import { anything, instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES } from './merchant-values.ts';
import { RequiredInformation } from './onboarding-answer.ts';
import { hitCounts } from './review/screening-hit.ts';

/** A field that a version changed. `from` is null if the field was new, `to` is null if it was removed. */
export const MerchantChange = record(
  {
    path: text(200, {
      description: 'Path within the merchant; also merchantState and chain.chainId',
    }),
    from: anything({ description: 'Previous value; null if absent' }),
    to: anything({ description: 'New value; null if removed' }),
  },
  { component: 'MerchantChange' },
);

export const MerchantVersion = record(
  {
    version: Type.Integer({ description: 'Version number; 1 is the boarding' }),
    at: instantField(),
    by: text(200, { description: 'Sender of the request' }),
    requestId: text(64, { description: 'Id of the onboarding request' }),
    amendments: list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' }), {
      description: 'Types of the amendment; empty for the boarding',
    }),
    changes: list(MerchantChange, {
      description: 'First changes from the previous version: at most 20, and at most 4,096 characters of JSON',
    }),
    moreChanges: optional(
      Type.Integer({ description: 'Number of further changes; use the query parameter `version` to read all' }),
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
      description: 'State of the merchant; null until it is boarded',
    }),
    applicationId: text(40),
    chainId: Type.Union([text(25), Type.Null()], { description: 'Id of the chain; null if the merchant has none' }),
    version: Type.Integer({ description: 'Current version; 0 until the merchant is boarded' }),
    hits: hitCounts(),
    changedAt: text(24, { description: 'Time of the latest change, ISO 8601 UTC' }),
  },
  { component: 'MerchantSummary' },
);

/** A merchant as it was sent, the result of applying the interface's rules to it, and its history. */
export const MerchantRecord = record(
  {
    ...MerchantSummary.properties,
    reason: optional(text(500, { description: 'Reason for REJECTED or INFORMATION_REQUIRED' })),
    informationRequired: optional(
      list(RequiredInformation, { description: 'Required information, with INFORMATION_REQUIRED' }),
    ),
    openAmendment: optional(
      record(
        {
          applicationId: text(40, { description: 'Application in which the amendment is decided' }),
          amendments: list(oneOf(AMENDMENT_TYPES, { component: 'AmendmentType' })),
          status: oneOf(['SCREENING', 'PENDING_APPROVAL']),
        },
        { description: 'Pending amendment. The record contains the version in force' },
      ),
    ),
    chain: optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Chain of the merchant as sent; absent if there is none',
      }),
    ),
    merchant: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Merchant as sent, with the spelling of the tables',
    }),
    resolved: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description:
        'Defaults in force (fundSettlementLevel, storeType, the use of each address) and resolved services (under the rules for NGO)',
    }),
    resubmitted: optional(
      record(
        {
          changes: list(MerchantChange, { description: 'First 100 changes' }),
          moreChanges: optional(Type.Integer({ description: 'Number of further changes' })),
        },
        { description: 'Changes of the latest submission for boarding from the previous submission' },
      ),
    ),
    versions: list(MerchantVersion, {
      description: 'Newest 50 versions, newest first; List versions of a merchant returns the rest',
    }),
  },
  { component: 'MerchantRecord', extending: MerchantSummary },
);
