import { LONGEST_CARD_NUMBER, SHORTEST_CARD_NUMBER } from '../card-identifier.ts';
import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { InsuranceList, insuranceOperation } from './insurance-program.ts';

export const listProgramsByNumber = defineRest({
  ...insuranceOperation,
  id: 'insurance.list-programs-by-number',
  sdk: 'insurances.listByCardNumber',
  title: 'List insurance programs by card number',
  description:
    'Lists the insurance programs of a card by card number. The request contains the number in its body, which proxies do not log.',
  reference: 'docs/interface/insurance.md#by-number',
  method: 'POST',
  path: '/cards_pan/insurances',
  scope: 'insurance:read',
  request: record({
    card_number: text(LONGEST_CARD_NUMBER, {
      minLength: SHORTEST_CARD_NUMBER,
      fieldFormat: 'card-number',
      description: 'Card number, full or masked with first 6 and last 4 visible',
      holdsCardNumber: true,
    }),
  }),
  response: InsuranceList,
  errors: ['card_not_found', 'several_cards_match'],
});
