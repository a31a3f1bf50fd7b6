import type { Static } from 'typebox';
import { ACTION_CODES, type ActionCode } from '../action-codes.ts';
import type { JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import { anything, instantField, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import type { ValidationResult } from '../schema/finding.ts';

/**
 * The question to a bank's own system and its answer (docs/interface/partner-decision.md). The gateway and the SDK
 * share this file.
 */

export const PARTNER_QUESTION = 'authorization.decision';
export const PARTNER_ADVICE = 'authorization.advice';

/** Action codes that a partner's decline may have. */
export const PARTNER_ACTION_CODES = [
  '05',
  '41',
  '43',
  '51',
  '54',
  '57',
  '61',
  '62',
  '65',
] as const satisfies readonly ActionCode[];
export type PartnerActionCode = (typeof PARTNER_ACTION_CODES)[number];
/** Action code of a decline that names none. */
export const USUAL_PARTNER_CODE: PartnerActionCode = '05';
export const LONGEST_PARTNER_REASON = 100;

/** Reasons why a partner's answer does not count and the stand-in decides. */
export const NO_PARTNER_ANSWER = [
  'LATE',
  'WRONG',
  'UNREACHABLE',
  'BREAKER_OPEN',
  'TOO_MANY_WAITING',
  'NO_TIME',
  'OUTDATED',
] as const;
export type NoPartnerAnswer = (typeof NO_PARTNER_ANSWER)[number];

const amounts = {
  amount: text(20, { description: 'Billing amount, decimal text' }),
  currency: text(3, { description: 'Currency of the account, ISO 4217' }),
};

const identifiers = {
  bank_id: text(4),
  account_number: text(64),
  card_identifier_id: text(20, { description: 'EXID of the card' }),
  retrieval_reference_number: text(12),
  ...amounts,
};

export const PartnerQuestion = record(
  {
    id: text(64, { description: 'Same for every request about the same message, and equal to webhook-id' }),
    type: oneOf([PARTNER_QUESTION]),
    timestamp: instantField(),
    deadline_ms: whole(1, 60_000, { description: 'Time limit of the response in milliseconds' }),
    ...identifiers,
    decided: record(
      {
        action_code: oneOf(Object.keys(ACTION_CODES) as ActionCode[]),
        rule: text(24, { description: 'APPROVED, or the rule that would decline' }),
      },
      { description: 'Decision of the gateway without the partner' },
    ),
    message: anything({ description: 'Authorization message with a masked card number' }),
  },
  { component: 'PartnerQuestion' },
);
export type PartnerQuestion = Static<typeof PartnerQuestion>;

export const PartnerAnswer = record(
  {
    decision: oneOf(['approve', 'decline']),
    actionCode: optional(
      oneOf(PARTNER_ACTION_CODES, { description: `Action code of a decline; default ${USUAL_PARTNER_CODE}` }),
    ),
    reason: optional(text(LONGEST_PARTNER_REASON, { description: 'Reason in words, for the trace' })),
    until: optional(
      text(30, {
        fieldFormat: 'utc-time',
        description: 'Time after which this response is no longer used for a decision',
      }),
    ),
  },
  { component: 'PartnerAnswer' },
);
export type PartnerAnswer = Static<typeof PartnerAnswer>;

export const PARTNER_ADVICE_KINDS = ['STAND_IN', 'OVERRULED'] as const;

export const PartnerAdvice = record(
  {
    id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
    type: oneOf([PARTNER_ADVICE]),
    timestamp: instantField(),
    advice: oneOf(PARTNER_ADVICE_KINDS, {
      description: 'STAND_IN: decided without the partner. OVERRULED: declined although the partner approved',
    }),
    ...identifiers,
    decided: record({
      action_code: oneOf(Object.keys(ACTION_CODES) as ActionCode[]),
      rule: text(24, { description: 'APPROVED, or the rule that declined' }),
      decided_at: instantField(),
    }),
    partner: record({
      answer: oneOf(['APPROVE', 'DECLINE', ...NO_PARTNER_ANSWER], {
        description: 'Response of the partner, or the reason why there was none',
      }),
      after_ms: whole(0, 60_000, { description: 'Time that the gateway waited, in milliseconds' }),
    }),
  },
  { component: 'PartnerAdvice' },
);
export type PartnerAdvice = Static<typeof PartnerAdvice>;

const checkAnswer = compile(PartnerAnswer);
const checkQuestion = compile(PartnerQuestion);
const checkAdvice = compile(PartnerAdvice);

export function checkPartnerAnswer(value: JsonValue): ValidationResult<PartnerAnswer> {
  return checkAnswer(value, '');
}

export function checkPartnerQuestion(value: JsonValue): ValidationResult<PartnerQuestion> {
  return checkQuestion(value, '');
}

export function checkPartnerAdvice(value: JsonValue): ValidationResult<PartnerAdvice> {
  return checkAdvice(value, '');
}
