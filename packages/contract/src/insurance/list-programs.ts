import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { InsuranceList, insuranceOperation, insuredCardPath, insuredCardQuery } from './insurance-program.ts';

export const listPrograms = defineRest({
  ...insuranceOperation,
  id: 'insurance.list-programs',
  sdk: 'insurances.list',
  title: 'List insurance programs of a card',
  description: 'Lists every insurance program that a card has or had, with the current parameters of the bank.',
  reference: 'docs/interface/insurance.md#list',
  method: 'GET',
  path: '/cards/{card_identifier_id}/insurances',
  scope: 'insurance:read',
  params: record(insuredCardPath()),
  query: insuredCardQuery,
  response: InsuranceList,
  errors: ['card_not_found', 'several_cards_match'],
});
