import { defineRest } from '../operation.ts';
import { oneOf, optional, record } from '../schema/fields.ts';
import {
  INSURANCE_STATES,
  InsuranceList,
  insuranceCode,
  insuranceOperation,
  insuredCardPath,
  insuredCardQuery,
} from './insurance-program.ts';

export const REQUESTING_PARTIES = ['CARDHOLDER', 'UNDERWRITER'] as const;
export type RequestingParty = (typeof REQUESTING_PARTIES)[number];

export const changeProgram = defineRest({
  ...insuranceOperation,
  id: 'insurance.change-program',
  sdk: 'insurances.update',
  title: 'Change an insurance program',
  description:
    'Enrolls a card in an insurance program, cancels the program or reinstates it. Every change remains in the history.',
  reference: 'docs/interface/insurance.md#manage',
  method: 'PATCH',
  path: '/cards/{card_identifier_id}/insurances/{code}',
  scope: 'insurance:write',
  params: record({ ...insuredCardPath(), code: insuranceCode() }),
  query: insuredCardQuery,
  request: record({
    is_active: oneOf(INSURANCE_STATES, {
      maxLength: 32,
      description: 'ACTIVE enrolls the card or reinstates the program; CANCELLED cancels the program',
    }),
    requested_by: optional(
      oneOf(REQUESTING_PARTIES, {
        maxLength: 32,
        nullable: true,
        requiredWhen: 'is_active is CANCELLED',
        description: 'Party that requests the cancellation; no effect with ACTIVE',
      }),
    ),
  }),
  response: InsuranceList,
  takesIdempotencyKey: true,
  errors: ['card_not_found', 'several_cards_match', 'insurance_program_not_found', 'state_forbids'],
});
