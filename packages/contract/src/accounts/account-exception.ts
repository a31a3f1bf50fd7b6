import Type, { type Static } from 'typebox';
import type { DecisionRule } from '../explanation/decline-reasons.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';

/** The longest period between the creation and the end of an exception. */
export const LONGEST_EXCEPTION_MS = 86_400_000;
/** The rules that an exception may pass. It never passes any other rule: docs/interface/exceptions.md. */
export const RULES_PASSED_BY_EXCEPTION = [
  'RESTRICTIONS',
  'SWITCHES',
  'MERCHANT_GROUP',
  'FOREIGN_USE',
  'TRANSACTION_LIMITS',
  'DAILY_LIMIT',
  'MONTHLY_LIMIT',
  'LIMIT1',
  'LIMIT2',
  'LIMIT3',
  'RULES',
] as const satisfies readonly DecisionRule[];
export const EXCEPTION_STATES = ['OPEN', 'USED', 'EXPIRED', 'CANCELLED'] as const;

export const exceptionTerms = {
  merchantId: optional(
    text(15, { description: 'Only this merchant, as in Card_Acceptor_Identification_Code', requiredWithout: 'mcc' }),
  ),
  mcc: optional(
    text(4, {
      minLength: 4,
      fieldFormat: 'digits',
      description: 'Only this merchant category',
      requiredWithout: 'merchantId',
    }),
  ),
  maxAmount: text(20, {
    fieldFormat: 'amount',
    description: 'Maximum billing amount, in the currency of the account',
  }),
  currency: optional(
    text(3, { fieldFormat: 'currency', description: 'Currency of maxAmount; must be the currency of the account' }),
  ),
  validUntil: text(30, { fieldFormat: 'utc-time', description: 'End of the exception, at most 24 hours ahead' }),
  reason: text(200, { description: 'Reason why the payment is allowed' }),
};

const orNull = (most: number, description: string) => Type.Union([text(most), Type.Null()], { description });

export const AccountException = record(
  {
    exception_id: text(36, { description: 'Id of the exception, a UUID' }),
    state: oneOf(EXCEPTION_STATES, { component: 'ExceptionState', description: 'State at the time of the response' }),
    merchantId: orNull(15, 'Null: any merchant of the category'),
    mcc: orNull(4, 'Null: any category of the merchant'),
    maxAmount: text(20, { description: 'Decimal text in the currency of the account' }),
    currency: text(3, { description: 'Currency of the account' }),
    validUntil: instantField(),
    reason: text(200),
    created_by: text(200, { description: 'Person or client that created the exception' }),
    created_at: instantField(),
    used_at: orNull(24, 'Time at which a payment used the exception'),
    cancelled_at: orNull(24, 'Time of the cancellation'),
  },
  { component: 'AccountException' },
);
export type AccountException = Static<typeof AccountException>;
