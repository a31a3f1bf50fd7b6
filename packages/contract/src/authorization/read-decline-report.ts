import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, record, text } from '../schema/fields.ts';
import { timeQuery } from '../schema/page.ts';

const merchant = {
  merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
  merchant_name_location: text(40, { description: 'Card_Acceptor_Name_Location of its newest decline' }),
  mcc: text(4, { description: 'Merchant_Type of its newest decline' }),
};

export const DecliningMerchant = record(
  { ...merchant, declined: Type.Integer({ description: 'Number of declines' }) },
  { component: 'DecliningMerchant' },
);
export type DecliningMerchant = Static<typeof DecliningMerchant>;

export const DeclineBurst = record(
  {
    ...merchant,
    from: text(24, { description: 'Its first decline, ISO 8601 UTC' }),
    to: text(24, { description: 'Its last decline, at most ten minutes later' }),
    declined: Type.Integer({ description: 'Number of declines, at least 30' }),
    declined_before: Type.Integer({
      description: 'Declines in the busiest ten minutes of the same hour in the four weeks before, at most a third',
    }),
  },
  { component: 'DeclineBurst' },
);
export type DeclineBurst = Static<typeof DeclineBurst>;

export const DeclineReport = record(
  {
    from: text(24, { description: 'Beginning of the counted period, ISO 8601 UTC' }),
    to: text(24, { description: 'End of the counted period' }),
    declined: Type.Integer({ description: 'Number of counted declines: the newest 50,000 of the period' }),
    merchants: list(DecliningMerchant, { description: 'The ten merchants with the most declines, the largest first' }),
    attacks: list(DeclineBurst, { description: 'At most one for each merchant, the largest first' }),
  },
  { component: 'DeclineReport' },
);
export type DeclineReport = Static<typeof DeclineReport>;

export const readDeclineReport = defineRest({
  id: 'authorization.read-decline-report',
  sdk: 'authorizations.declineReport',
  title: 'Get decline report',
  description:
    'Returns the merchants with the most declines in a period, and those under a possible attack: at least 30 declines within ten minutes, more than three times as many as in the same hour of each of the four weeks before. Figures lag by at most five seconds.',
  reference: 'docs/interface/decision.md#decline-report',
  method: 'GET',
  path: '/statistics/declines',
  scope: 'authorizations:read',
  params: record({}),
  query: record(timeQuery),
  refusesUnknownQuery: true,
  request: null,
  response: DeclineReport,
  errors: [],
});
