import { cardIdentifierId, cardIdentifierType } from '../card-identifier.ts';
import { defineEnvelope } from '../operation.ts';
import { flag, oneOf, optional, record, text } from '../schema/fields.ts';
import { RESTRICTION_TYPES } from './restriction-type.ts';

export const setRestriction = defineEnvelope({
  id: 'restrictions.set-restriction',
  sdk: 'restrictions.set',
  title: 'Set a restriction',
  description:
    'Adds a restriction that takes precedence over earlier restrictions of the card. The restriction allows or forbids one type of transaction, permanently or until a date. Earlier restrictions remain in the history.',
  reference: 'docs/interface/restrictions.md#set',
  path: '/cardservices/RestrictionEnableDisable',
  scope: 'restrictions:write',
  requestKey: 'request_enable_disable_restriction',
  // The enquiry has the same key, as specified in docs/interface/restrictions.md#one-response-key.
  responseKey: 'response_get_restriction_usage_details',
  requestFunction: 'REQ_ENABLE_DISABLE_RESTRICTION',
  responseFunction: 'REP_ENABLE_DISABLE_RESTRICTION',
  defaultMsgType: 'TRANSACTION',
  changes: true,
  requestBody: record({
    card_identifier_id: cardIdentifierId(),
    card_identifier_type: cardIdentifierType(),
    restriction: record(
      {
        isAllowed: optional(
          flag({
            fieldComponent: 'IsAllowed',
            description:
              'Whether transactions of the type are allowed. Absent: false, or true for INTERNATIONAL_SPECIFIC_COUNTRIES',
          }),
        ),
        restriction_type: oneOf(RESTRICTION_TYPES, {
          component: 'RestrictionType',
          maxLength: 100,
          description: 'Type of transactions that the restriction covers',
        }),
        end_date: optional(
          text(10, {
            fieldComponent: 'RestrictionEnd',
            fieldFormat: 'date',
            description: "Last day in force, in the bank's time zone; today or later. Absent: no end",
          }),
        ),
        allowed_values: optional(
          text(100, {
            fieldComponent: 'AllowedCountries',
            requiredWhen: 'the type is INTERNATIONAL_SPECIFIC_COUNTRIES and isAllowed is false',
            description:
              'Countries, comma separated: ISO 3166 alpha-2, alpha-3 or numeric. Refused with any other type',
          }),
        ),
      },
      { component: 'Restriction' },
    ),
  }),
  responseBody: record({}),
  errors: ['card_not_found', 'several_cards_match', 'state_forbids'],
});
