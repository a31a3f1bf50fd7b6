import Type, { type Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { list, record, text } from '../schema/fields.ts';
import { timeQuery } from '../schema/page.ts';

const merchant = {
  merchant: text(15, { description: 'Card_Acceptor_Identification_Code' }),
  merchant_name_location: text(40, { description: 'Card_Acceptor_Name_Location of the newest decline' }),
  mcc: text(4, { description: 'Merchant_Type of the newest decline' }),
};

export const DecliningMerchant = record(
  { ...merchant, declined: Type.Integer({ description: 'Number of declines' }) },
  { component: 'DecliningMerchant' },
);
export type DecliningMerchant = Static<typeof DecliningMerchant>;

export const DeclineBurst = record(
  {
    ...merchant,
    from: text(24, { description: 'Time of the first decline, ISO 8601 UTC' }),
    to: text(24, { description: 'Time of the last decline, at most ten minutes later' }),
    declined: Type.Integer({ description: 'Number of declines, at least 30' }),
    declined_before: Type.Integer({
      description:
        'Declines in the busiest ten minutes of the same hour in the previous four weeks, at most a third of `declined`',
    }),
  },
  { component: 'DeclineBurst' },
);
export type DeclineBurst = Static<typeof DeclineBurst>;

export const DeclineReport = record(
  {
    from: text(24, { description: 'Start of the counted period, ISO 8601 UTC' }),
    to: text(24, { description: 'End of the counted period' }),
    declined: Type.Integer({ description: 'Number of counted declines: the newest 50,000 of the period' }),
    merchants: list(DecliningMerchant, { description: 'Ten merchants with the most declines, in descending order' }),
    attacks: list(DeclineBurst, {
      description: 'Bursts of declines, at most one for each merchant, in descending order',
    }),
  },
  { component: 'DeclineReport' },
);
export type DeclineReport = Static<typeof DeclineReport>;

export const readDeclineReport = defineRest({
  id: 'authorization.read-decline-report',
  sdk: 'authorizations.declineReport',
  title: 'Get decline report',
  description:
    'Returns the merchants with the most declines in a period, and merchants under a possible attack: at least 30 declines within ten minutes, and more than three times as many as in the same hour of each of the previous four weeks. Figures lag by at most five seconds.',
  reference: 'docs/interface/decision.md#decline-report',
  method: 'GET',
  path: '/statistics/declines',
  scope: 'authorizations:read',
  query: record(timeQuery),
  refusesUnknownQuery: true,
  response: DeclineReport,
});
