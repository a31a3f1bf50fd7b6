import type { Static } from 'typebox';
import { cardIdentifierType } from '../card-identifier.ts';
import { list, oneOf, optional, record, text } from '../schema/fields.ts';
import { alsoMatches } from '../schema/tolerances.ts';

/** Shared by the operations on insurance programs: docs/interface/insurance.md. */

export const INSURANCE_CODES = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;
export type InsuranceCode = (typeof INSURANCE_CODES)[number];

export const INSURANCE_STATES = ['ACTIVE', 'CANCELLED'] as const;

/** The bank defines the meaning of the values; only one of them has an effect here. Numbers are texts. */
export const InsuranceParameters = record(
  {
    insurance_company: text(32, { description: 'Name of the insurer' }),
    grace_period_duration: text(32, { description: 'Length of the grace period: a number' }),
    grace_period_type: text(32, { description: 'Unit of the grace period' }),
    dlq_cancel_auto_reinstate: text(32, { minLength: 0 }),
    dlq_cancel_man_reinstate: text(32, { minLength: 0, description: 'N: a cancelled program cannot be reinstated' }),
    allow_zero_coverage: oneOf(['Y', 'N'], { maxLength: 32 }),
    max_coverage_behavior: text(32, { minLength: 0 }),
    minimum_fee: text(32),
    base_fee: text(32),
    percentage: text(32),
    max_coverage: text(32),
    max_age: text(32),
  },
  { component: 'InsuranceParameters' },
);
export type InsuranceParameters = Static<typeof InsuranceParameters>;

const InsuranceProduct = record(
  {
    name: text(255, { description: 'Program name' }),
    code: text(2, { description: 'Program code, 01 to 12' }),
    is_active: oneOf(INSURANCE_STATES, { maxLength: 32, description: 'Whether the program is in force or cancelled' }),
    status_code: text(10, {
      description: 'F: in force, R: cancelled by the cardholder, U: cancelled by the underwriter',
    }),
    status_name: text(255, { description: 'Description of the status' }),
    parameters: InsuranceParameters,
  },
  { component: 'InsuranceProduct' },
);
export type InsuranceProduct = Static<typeof InsuranceProduct>;

export const InsuranceList = record(
  {
    card_identifier_id: text(20, { description: 'Identifier as sent; a card number is masked' }),
    card_identifier_type: text(32, { description: 'Type of the identifier as sent; default EXID' }),
    insurance_products: list(InsuranceProduct, {
      description: 'Insurance programs, one entry for each program, ordered by code',
    }),
  },
  { component: 'InsuranceList' },
);
export type InsuranceList = Static<typeof InsuranceList>;

/** Path parameters of the operations with the card identifier in the path. */
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

/** Shared by all operations on insurance programs. */
export const insuranceOperation = {
  unversioned: true,
  headers: record({
    'Unique-Reference-Code': text(12, { description: 'Reference that the sender assigns to the request; not stored' }),
    'Channel-Id': text(10, { description: 'Channel that sends the request' }),
    'Financial-Id': text(4, { description: "Id of the caller's bank" }),
  }),
  bankHeader: 'Financial-Id',
} as const;
