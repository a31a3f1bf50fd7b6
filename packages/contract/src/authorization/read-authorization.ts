import Type, { type Static } from 'typebox';
import { Explanation, explainQuery } from '../explanation/explanation.ts';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { LONGEST_PARTNER_REASON } from './partner-decision.ts';

export const AUTHORIZATION_STATES = ['DECLINED', 'RESERVED', 'REVERSED', 'COMPLETED', 'EXPIRED'] as const;
export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number];

export const authorizationPath = record({
  Retrieval_Reference_Number: text(12, {
    fieldFormat: 'reference',
    description: 'Retrieval reference number of the message',
  }),
});
export const authorizationQuery = record({
  acquiring_institution_code: optional(text(11, { description: 'Acquirer of the message' })),
  system_trace_audit_number: optional(text(6, { fieldFormat: 'digits', description: 'Trace number of the message' })),
});

/** A rule that was checked: the facts that it saw, and its verdict. */
export const TraceStep = record(
  {
    rule: text(24, { description: 'Name of the rule' }),
    verdict: oneOf(['PASS', 'REFUSE']),
    saw: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: 'Inputs of the rule, by name',
    }),
  },
  { component: 'TraceStep' },
);

const AuthorizationEvent = record(
  {
    kind: oneOf(['REVERSAL', 'COMPLETION', 'EXPIRY', 'DUPLICATE_REFUSED']),
    amount: text(20, { description: 'Decimal text in the account currency' }),
    at: exactInstantField(),
  },
  { component: 'AuthorizationEvent' },
);

const LatePartnerAnswer = record(
  {
    decision: oneOf(['APPROVE', 'DECLINE']),
    action_code: Type.Union([text(2), Type.Null()], {
      description: 'Action code of a decline, if the response contained one',
    }),
    reason: Type.Union([text(LONGEST_PARTNER_REASON), Type.Null()]),
    after_ms: Type.Integer({ description: 'Milliseconds since the request' }),
    at: exactInstantField(),
  },
  {
    component: 'LatePartnerAnswer',
    description: "Late response of the bank's decision system; returned only to the bank",
  },
);

export const Authorization = record(
  {
    retrieval_reference_number: text(12),
    system_trace_audit_number: text(6),
    acquiring_institution_code: text(11),
    state: oneOf(AUTHORIZATION_STATES, { component: 'AuthorizationState' }),
    action_code: text(2, { component: 'ActionCode' }),
    approval_code: Type.Union([text(6), Type.Null()], { description: 'Null for a decline' }),
    rule: text(24, { description: 'APPROVED, or the rule that declined' }),
    rule_version: Type.Integer({ description: 'Version of the rules; changes when the rules change' }),
    decided_at: exactInstantField(),
    settlement_date: text(10, { description: 'YYYY-MM-DD' }),
    card_identifier_id: Type.Union([text(20), Type.Null()], { description: 'EXID; null if no card was found' }),
    card_number: text(19, { description: 'Masked number' }),
    account_number: Type.Union([text(64), Type.Null()], { description: 'Null if no card was found' }),
    currency: Type.Union([text(3), Type.Null()], { description: 'Currency of the account, ISO 4217' }),
    amount: Type.Union([text(20), Type.Null()], { description: 'Billing amount, decimal text' }),
    reserved_amount: Type.Union([text(20), Type.Null()], { description: 'Amount that is still reserved' }),
    trace: list(TraceStep, { description: 'Steps of the decision, one for each evaluated rule, in order' }),
    events: list(AuthorizationEvent, { description: 'Later events, oldest first' }),
    token_reference: optional(text(36, { description: 'Token that paid, if the message contains it' })),
    message: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Message as received, with a masked card number',
    }),
    late_partner_answer: optional(LatePartnerAnswer),
    explanation: optional(Explanation),
  },
  { component: 'Authorization' },
);
export type Authorization = Static<typeof Authorization>;

export const readAuthorization = defineRest({
  id: 'authorization.read-authorization',
  sdk: 'authorizations.retrieve',
  title: 'Get an authorization',
  description:
    'Returns the decision on a message with the reasons: each rule with its inputs, the stored message, and later events.',
  reference: 'docs/interface/decision.md#read',
  method: 'GET',
  path: '/authorizations/{Retrieval_Reference_Number}',
  scope: 'authorizations:read',
  params: authorizationPath,
  query: record({ ...authorizationQuery.properties, explain: optional(explainQuery('the decision')) }),
  response: Authorization,
  errors: ['authorization_not_found', 'several_cards_match'],
});
