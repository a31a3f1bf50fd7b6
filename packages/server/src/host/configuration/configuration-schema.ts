import {
  BANK_CHANGE_KINDS,
  CARD_TYPES,
  digits,
  flag,
  INSURANCE_CODES,
  InsuranceParameters,
  LONGEST_CARD_NUMBER,
  list,
  NOTIFICATION_TYPES,
  oneOf,
  optional,
  PARTNER_CALL_POLICIES,
  PARTNER_PROVISIONING_DECISIONS,
  record,
  SCOPES,
  TOKEN_EVENT_INDICATORS,
  text,
} from '@cardwright/contract';
import Type, { type Static } from 'typebox';
import { AcquirerConfiguration } from '../../acquiring/index.ts';
import { NetworkConfiguration } from '../../issuing/iso8583/index.ts';
import { CALLER_KINDS } from '../../platform/access/index.ts';
import { UNREADABLE_COUNTRY } from '../../platform/kernel/bank.ts';
import { WINDOWS } from '../../platform/kernel/time/calendar.ts';
import { FEED_EVENTS } from '../../platform/outbox/index.ts';
import { PeopleConfiguration } from '../../platform/people/index.ts';

export const MAX_VALIDITY_MONTHS = 240;
export const MAX_RENEWAL_MONTHS = 24;
export const MAX_REQUESTS_PER_MINUTE = 1_000_000;

const merchantCategories = () => text(9, { minLength: 4, fieldFormat: 'merchant-categories' });
const amount = (description: string) => text(20, { fieldFormat: 'amount', description });
const whole = (most: number) => digits(String(most).length, { description: 'a whole number' });

/** A bank's own system that takes part in authorization decisions (docs/interface/partner-decision.md). */
export const PartnerConfiguration = record({
  url: text(500, { description: 'https; http and private addresses in the sandbox only' }),
  keys: list(text(120, { description: 'whsec_..., or private keys whsk_...' }), { minItems: 1, maxItems: 4 }),
  deadline_ms: optional(whole(119_500)),
  ask: optional(oneOf(PARTNER_CALL_POLICIES)),
  stand_in: optional(
    record({
      approve_up_to: optional(amount('each, in the currency of the account; 0 without it')),
      per_day: optional(amount('together, of an account on a business date; without a limit when it is absent')),
      otherwise: optional(oneOf(['decline'])),
    }),
  ),
  provisioning: optional(
    record({
      stand_in: optional(
        oneOf(PARTNER_PROVISIONING_DECISIONS, { description: 'without a valid answer; require_code by default' }),
      ),
    }),
  ),
  breaker: optional(record({ failures_in_a_row: optional(whole(1_000)), failures_of_last_100: optional(whole(100)) })),
});
export type PartnerConfiguration = Static<typeof PartnerConfiguration>;

/** The banks with their products, the acquirers and the callers, which an operator configures first (docs/operate/banks.md). */
export const Configuration = record({
  banks: list(
    record({
      bank_id: text(4, { minLength: 1 }),
      bank_code: text(3, { minLength: 1 }),
      name: text(100),
      country: text(2, { minLength: 2, description: 'ISO 3166 alpha-2' }),
      currency: text(3, { fieldFormat: 'currency' }),
      time_zone: text(60, { description: 'IANA name' }),
      cut_off: optional(text(5, { description: 'HH:MM local, when the next business date begins; default 00:00' })),
      fraud_monitoring: optional(flag()),
      unreadable_country: optional(oneOf(UNREADABLE_COUNTRY)),
      limit_windows: optional(list(oneOf(WINDOWS), { minItems: 3, maxItems: 3, description: 'of limits 1 to 3' })),
      functions: optional(
        list(
          record({
            function: oneOf(['1', '2', '3']),
            merchant_categories: list(merchantCategories(), { minItems: 1 }),
          }),
        ),
      ),
      merchant_groups: optional(
        list(
          record({
            id: text(50),
            name: text(100),
            effect: oneOf(['ALLOW', 'REFUSE']),
            merchant_categories: list(merchantCategories(), { minItems: 1 }),
          }),
        ),
      ),
      resource_strings: optional(
        list(record({ app_name: text(100), strings: list(record({ key: text(100), value: text(1000) })) })),
      ),
      payment_exceptions: optional(
        list(
          record({
            role: oneOf(['agent', 'card-operations', 'client'], { description: 'client: a system of the bank' }),
            max_amount: amount('of one payment'),
            currency: optional(
              text(3, {
                fieldFormat: 'currency',
                description: 'of max_amount and of the accounts; default: that of the bank',
              }),
            ),
            per_day: whole(10_000),
          }),
        ),
      ),
      products: list(
        record({
          product_code: text(32),
          name: text(100),
          card_type: oneOf(CARD_TYPES),
          bin: text(8, { minLength: 6, fieldFormat: 'digits' }),
          card_number_length: optional(whole(LONGEST_CARD_NUMBER)),
          validity_months: optional(whole(MAX_VALIDITY_MONTHS)),
          renewal_months_before: optional(whole(MAX_RENEWAL_MONTHS)),
          can_activate: optional(flag()),
          permissions: optional(list(flag(), { minItems: 5, maxItems: 5, description: 'permissions 1 to 5' })),
        }),
      ),
      embossing: optional(
        record({ public_key: text(100_000, { hasLines: true, description: 'of the card bureau, OpenPGP, armored' }) }),
      ),
      decision_partner: optional(PartnerConfiguration),
      event_feed: optional(
        record({
          folder: text(1_000, { description: 'absolute path; of this feed alone' }),
          events: list(oneOf(FEED_EVENTS), { minItems: 1, description: 'types and prefixes, as of webhook endpoints' }),
          interval_seconds: optional(digits(3, { description: '1 to 600; default 60' })),
        }),
      ),
      second_person: optional(
        list(oneOf(BANK_CHANGE_KINDS), {
          description: 'changes that need a second person; default: all in production',
        }),
      ),
      receiver_secrets: optional(list(text(120, { description: 'whsec_..., or public keys whpk_...' }))),
      notification_templates: optional(
        list(
          record({
            type: oneOf(NOTIFICATION_TYPES),
            indicator: optional(oneOf(Object.values(TOKEN_EVENT_INDICATORS))),
            language: text(3, { minLength: 2, description: 'ENG, ARA, ...' }),
            text: text(1_000),
          }),
        ),
      ),
      insurance_programs: optional(
        list(record({ code: oneOf(INSURANCE_CODES), name: text(255), parameters: InsuranceParameters })),
      ),
    }),
  ),
  acquirers: optional(list(AcquirerConfiguration)),
  networks: optional(list(NetworkConfiguration)),
  people: optional(PeopleConfiguration),
  oauth_clients: list(
    record({
      client_id: text(255),
      kind: oneOf(CALLER_KINDS),
      bank_id: optional(text(4)),
      acquirer_id: optional(text(25)),
      scopes: list(oneOf(SCOPES)),
      secret: optional(text(255, { minLength: 16 })),
      earlier_secret: optional(
        record({ secret: text(255, { minLength: 16 }), until: text(35, { description: 'ISO 8601, with an offset' }) }),
      ),
      jwks: optional(Type.Object({ keys: Type.Array(Type.Object({})) })),
      requests_per_minute: optional(whole(MAX_REQUESTS_PER_MINUTE)),
      approver: optional(flag()),
      person: optional(text(255, { description: 'issuer#subject of the person who uses the client' })),
    }),
  ),
});
export type Configuration = Static<typeof Configuration>;

/** The default for a product without a validity. */
export const DEFAULT_VALIDITY_MONTHS = 60;
export const DEFAULT_CARD_NUMBER_LENGTH = 16;
