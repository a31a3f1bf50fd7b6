import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineEnvelope } from '../operation.ts';
import { flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { RESTRICTION_TYPES } from './restriction-type.ts';

/** Maximum number of entries of the history, so that answers do not grow over the years. */
export const RESTRICTION_HISTORY_MAX = 1_000;

const entry = () => ({
  restriction_type: oneOf(RESTRICTION_TYPES, {
    component: 'RestrictionType',
    maxLength: 100,
    description: 'Type of transactions that the restriction covers',
  }),
  isAllowed: flag({ description: 'Effective value; always true or false, even if it was absent in the request' }),
  end_date: optional(text(10, { fieldFormat: 'date', description: "Last day in force, in the bank's time zone" })),
  allowed_values: optional(text(100, { description: 'Value as sent' })),
});

/** A restriction of a card. A card has at most one of each type. */
export const RestrictionInForce = record(entry(), { component: 'RestrictionInForce' });

export const enquireRestrictions = defineEnvelope({
  id: 'restrictions.enquire-restrictions',
  sdk: 'restrictions.retrieve',
  title: 'Get restrictions of a card',
  description: 'Returns the restrictions of a card that are in force, and the history of changes, newest first.',
  reference: 'docs/interface/restrictions.md#enquiry',
  path: '/cardservices/GetRestrictionUsageDetails',
  scope: 'restrictions:read',
  requestKey: 'request_get_restriction_usage_details',
  responseKey: 'response_get_restriction_usage_details',
  requestFunction: 'REQ_GET_RESTRICTION_USAGE_DETAILS',
  responseFunction: 'REP_GET_RESTRICTION_USAGE_DETAILS',
  defaultMsgType: 'ENQUIRY',
  changes: false,
  requestBody: record({ card_identifier_id: cardIdentifierId(), card_identifier_type: cardIdentifierType() }),
  responseBody: record({
    card_identifier_id: cardIdentifierId(),
    card_identifier_type: cardIdentifierType(),
    restrictions: list(RestrictionInForce, {
      description: 'Restrictions in force, at most one for each type',
    }),
    history: list(
      record(
        {
          ...entry(),
          changed_at: text(30, { description: "Time of the change, ISO 8601 with the bank's offset" }),
          changed_by: text(512, { description: 'OAuth client of the request' }),
        },
        { component: 'RestrictionChange' },
      ),
      { description: `Newest ${RESTRICTION_HISTORY_MAX} changes, newest first` },
    ),
  }),
  errors: ['card_not_found', 'several_cards_match'],
});
