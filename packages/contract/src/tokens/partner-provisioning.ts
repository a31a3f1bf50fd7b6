import type { Static } from 'typebox';
import { LONGEST_PARTNER_REASON } from '../authorization/partner-decision.ts';
import type { JsonValue } from '../json/exact-number.ts';
import { compile } from '../schema/compile.ts';
import { anything, instantField, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import type { ValidationResult } from '../schema/finding.ts';

/**
 * The question to a bank's own system about a request for a token, and its answer
 * (docs/interface/partner-decision.md#provisioning). The gateway and the SDK share this file.
 */

export const PROVISIONING_QUESTION = 'provisioning.decision';

/** Decisions of a partner, and of the stand-in in its place, from the least to the most strict. */
export const PARTNER_PROVISIONING_DECISIONS = ['approve', 'require_code', 'decline'] as const;
export type PartnerProvisioningDecision = (typeof PARTNER_PROVISIONING_DECISIONS)[number];

export const PartnerProvisioningQuestion = record(
  {
    id: text(64, { description: 'Same for every request about the same token request, and equal to webhook-id' }),
    type: oneOf([PROVISIONING_QUESTION]),
    timestamp: instantField(),
    deadline_ms: whole(1, 60_000, { description: 'Time limit of the response in milliseconds' }),
    bank_id: text(4),
    account_number: text(64),
    card_identifier_id: text(20, { description: 'EXID of the card' }),
    provisioning_id: text(36),
    requestor_id: text(10),
    requestor_name: text(30),
    decided: record(
      {
        outcome: oneOf(['APPROVED', 'APPROVED_WITH_CODE', 'DECLINED']),
        rule: text(24, { description: 'Rule that decided; APPROVED if no rule declined' }),
      },
      { description: 'Decision of the gateway without the partner' },
    ),
    request: anything({ description: 'Request as the network sent it, without the card' }),
  },
  { component: 'PartnerProvisioningQuestion' },
);
export type PartnerProvisioningQuestion = Static<typeof PartnerProvisioningQuestion>;

export const PartnerProvisioningAnswer = record(
  {
    decision: oneOf(PARTNER_PROVISIONING_DECISIONS),
    reason: optional(text(LONGEST_PARTNER_REASON, { description: 'Reason in words, for the trace' })),
    until: optional(
      text(30, {
        fieldFormat: 'utc-time',
        description: 'Time after which this response is no longer used for a decision',
      }),
    ),
  },
  { component: 'PartnerProvisioningAnswer' },
);
export type PartnerProvisioningAnswer = Static<typeof PartnerProvisioningAnswer>;

const checkAnswer = compile(PartnerProvisioningAnswer);
const checkQuestion = compile(PartnerProvisioningQuestion);

export function checkPartnerProvisioningAnswer(value: JsonValue): ValidationResult<PartnerProvisioningAnswer> {
  return checkAnswer(value, '');
}

export function checkProvisioningQuestion(value: JsonValue): ValidationResult<PartnerProvisioningQuestion> {
  return checkQuestion(value, '');
}
