import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';
import { CARD_ENTRIES } from './card-entries.ts';
import { AUTHORIZATION_STATES } from './read-authorization.ts';

/** Answers that a bank's own system can give, even after the deadline. */
const LATE_ANSWERS = ['APPROVE', 'DECLINE'] as const;
/** Values of the filter: one of the answers, or any. */
export const LATE_ANSWER_FILTERS = [...LATE_ANSWERS, 'ANY'] as const;

const orNull = (max: number, description: string) => Type.Union([text(max), Type.Null()], { description });

export const AuthorizationListItem = record(
  {
    retrieval_reference_number: text(12, {
      description: 'Retrieval reference number; identifies the authorization together with the next two members',
    }),
    system_trace_audit_number: text(6),
    acquiring_institution_code: text(11),
    decided_at: instantField(),
    state: oneOf(AUTHORIZATION_STATES, { component: 'AuthorizationState' }),
    action_code: text(2, { component: 'ActionCode' }),
    rule: text(24, { description: 'APPROVED, or the rule that declined' }),
    approval_code: orNull(6, 'Null for a decline'),
    card_identifier_id: orNull(20, 'EXID; null if no card was found'),
    card_number: orNull(19, 'Masked number; null if no card was found'),
    account_number: orNull(64, 'Null if no card was found'),
    currency: orNull(3, 'Currency of the account, ISO 4217'),
    amount: orNull(20, 'Billing amount, decimal text'),
    merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
    merchant_name_location: text(40, { description: 'Card_Acceptor_Name_Location' }),
    mcc: text(4, { description: 'Merchant_Type' }),
    country: orNull(2, 'Country of the merchant, as in the message'),
    channel: oneOf(CARD_ENTRIES, { component: 'Channel', description: 'How the card was used' }),
    late_partner_answer: optional(oneOf(LATE_ANSWERS, { description: 'Present only if the request filters by it' })),
  },
  { component: 'AuthorizationListItem' },
);
export type AuthorizationListItem = Static<typeof AuthorizationListItem>;

/** The filters of the list. */
export const authorizationFilters = {
  account_number: optional(text(64, { description: 'Only decisions on this account' })),
  card: optional(text(20, { description: 'Only decisions on the card with this EXID' })),
  bin: optional(
    text(8, {
      fieldFormat: 'digits',
      minLength: 6,
      description: 'Only decisions on cards whose number begins with these six to eight digits',
    }),
  ),
  ...timeQuery,
  action_code: optional(text(2, { description: 'Only decisions with this Action_Code' })),
  rule: optional(text(24, { description: 'Only decisions by this rule; APPROVED selects approvals' })),
  state: optional(
    oneOf(AUTHORIZATION_STATES, { component: 'AuthorizationState', description: 'Only authorizations in this state' }),
  ),
  acquirer: optional(text(6, { description: 'Only decisions with this Acquiring_Institution_Code' })),
  merchant: optional(text(15, { description: 'Only decisions with this Card_Acceptor_Identification_Code' })),
  mcc: optional(text(4, { fieldFormat: 'merchant-category', description: 'Only decisions with this Merchant_Type' })),
  country: optional(
    text(2, { minLength: 2, description: 'Only decisions with this merchant country, ISO 3166 alpha-2' }),
  ),
  channel: optional(
    oneOf(CARD_ENTRIES, { component: 'Channel', description: 'Only decisions with this use of the card' }),
  ),
  min_amount: optional(
    text(20, { fieldFormat: 'amount', description: 'Minimum billing amount, in the account currency' }),
  ),
  max_amount: optional(text(20, { fieldFormat: 'amount', description: 'Maximum billing amount' })),
  late_partner_answer: optional(
    oneOf(LATE_ANSWER_FILTERS, {
      description:
        "Only decisions with a late response of the bank's decision system, by time of the response, newest first",
    }),
  ),
};

const Query = record({ ...authorizationFilters, ...itemsQuery });
export type ListAuthorizationsQuery = Static<typeof Query>;

export const listAuthorizations = defineRest({
  id: 'authorization.list-authorizations',
  sdk: 'authorizations.list',
  title: 'List authorizations',
  description: 'Lists decisions of the bank, an account or a card, newest first, with filters.',
  reference: 'docs/interface/decision.md#list',
  method: 'GET',
  path: '/authorizations',
  scope: 'authorizations:read',
  query: Query,
  refusesUnknownQuery: true,
  response: pageOf(AuthorizationListItem),
  errors: ['account_not_found', 'card_not_found'],
});
