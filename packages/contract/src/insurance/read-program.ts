import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import {
  InsuranceList,
  insuranceCode,
  insuranceOperation,
  insuredCardPath,
  insuredCardQuery,
} from './insurance-program.ts';

export const readProgram = defineRest({
  ...insuranceOperation,
  id: 'insurance.read-program',
  sdk: 'insurances.retrieve',
  title: 'Get an insurance program',
  description: 'Returns one insurance program of a card, as a list with one entry.',
  reference: 'docs/interface/insurance.md#one',
  method: 'GET',
  path: '/cards/{card_identifier_id}/insurances/{code}',
  scope: 'insurance:read',
  params: record({ ...insuredCardPath(), code: insuranceCode() }),
  query: insuredCardQuery,
  response: InsuranceList,
  errors: ['card_not_found', 'several_cards_match', 'insurance_program_not_found'],
});
