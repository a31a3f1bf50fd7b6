import type { Static } from 'typebox';
import { cardIdentifierType } from '../envelope.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { alsoMatches } from '../schema/tolerances.ts';

/** What the operations on insurance programs share (spec §2.2, §3, §4). */

export const INSURANCE_CODES = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;
export type InsuranceCode = (typeof INSURANCE_CODES)[number];

export const INSURANCE_STATES = ['ACTIVE', 'CANCELLED'] as const;

/** The specification does not show what the values mean; numbers are texts. */
export const InsuranceParameters = record({
  insurance_company: text(32),
  grace_period_duration: text(32),
  grace_period_type: text(32),
  dlq_cancel_auto_reinstate: text(32, { minLength: 0 }),
  dlq_cancel_man_reinstate: text(32, { minLength: 0, description: 'N forbids to reinstate a cancelled program' }),
  allow_zero_coverage: oneOf(['Y', 'N'], { maxLength: 32 }),
  max_coverage_behavior: text(32, { minLength: 0 }),
  minimum_fee: text(32),
  base_fee: text(32),
  percentage: text(32),
  max_coverage: text(32),
  max_age: text(32),
});
export type InsuranceParameters = Static<typeof InsuranceParameters>;

const InsuranceProduct = record({
  name: text(255, { description: 'Program name' }),
  code: text(2, { description: 'Program code, 01 to 12' }),
  is_active: oneOf(INSURANCE_STATES, { maxLength: 32 }),
  status_code: text(10, { description: 'F, R or U' }),
  status_name: text(255),
  parameters: InsuranceParameters,
});
export type InsuranceProduct = Static<typeof InsuranceProduct>;

export const InsuranceList = record({
  card_identifier_id: text(20, { description: 'The identifier as given; a card number masked' }),
  card_identifier_type: text(32, { description: 'The type as given; EXID without one' }),
  insurance_products: list(InsuranceProduct),
});
export type InsuranceList = Static<typeof InsuranceList>;

/** Path of the operations that name their card in it. */
export const insuredCardPath = () => ({
  card_identifier_id: text(19, {
    minLength: 16,
    description: 'EXID, or a card number: full, or masked with first 6 and last 4 visible',
    holdsCardNumber: true,
    tolerances: [alsoMatches('long-identifier', '20 digits', /^\d{20}$/)],
  }),
});

export const insuranceCode = () => oneOf(INSURANCE_CODES, { maxLength: 2, description: 'Program code, 01 to 12' });

export const insuredCardQuery = record({
  card_identify_type: optional(
    cardIdentifierType({
      maxLength: 15,
      description: 'Default EXID; CONTRACT_NUMBER/EXID tries both',
      alsoSpelled: ['card_identifier_type'],
    }),
  ),
});

/** What every operation on insurance programs has. */
export const insuranceOperation = {
  unversioned: true,
  headers: record({
    'Unique-Reference-Code': text(12, { description: 'Unique reference of the request' }),
    'Channel-Id': text(10, { description: 'Source requesting channel' }),
    'Financial-Id': text(4, { description: 'Source bank id' }),
  }),
  bankHeader: 'Financial-Id',
} as const;
