import Type, { type Static, type TSchema } from 'typebox';
import { TraceStep } from '../authorization/read-authorization.ts';
import { Explanation } from '../explanation/explanation.ts';
import { allOptional, instantField, list, oneOf, optional, record, text, whole } from '../schema/fields.ts';
import { PAN_SOURCES, TOKEN_TYPES } from './provisioning-sources.ts';
import { TOKEN_STATES } from './token.ts';

/** Shared by the operations on provisioning decisions (docs/interface/token-provisioning.md). */

export const PROVISIONING_OUTCOMES = ['APPROVED', 'APPROVED_WITH_CODE', 'DECLINED'] as const;
export type ProvisioningOutcome = (typeof PROVISIONING_OUTCOMES)[number];

export const PROVISIONING_REASONS = [
  'CARD_NOT_ELIGIBLE',
  'CARD_STATUS',
  'EXPIRED',
  'RESTRICTED',
  'TOO_MANY_TOKENS',
  'TOO_MANY_ATTEMPTS',
  'RULE',
  'PARTNER',
  'UNKNOWN_CARD',
] as const;
export type ProvisioningReason = (typeof PROVISIONING_REASONS)[number];

/** Channels for an activation code. Each is a valid `activation_pref`. */
export const ACTIVATION_METHODS = ['SMS', 'EMAIL', 'CALL', 'APP'] as const;
export type ActivationMethod = (typeof ACTIVATION_METHODS)[number];

const tokenType = () => oneOf(TOKEN_TYPES, { component: 'TokenType', description: 'Where the token is kept' });
const outcome = () => oneOf(PROVISIONING_OUTCOMES, { component: 'ProvisioningOutcome' });
const requestor = {
  requestor_id: text(10, { description: 'The requestor, as the token service numbers it' }),
  requestor_name: text(30, { description: 'Name of the requestor, as cardholders know it' }),
};
const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const device = allOptional({
  id: text(64, { description: 'The device, as the token service names it' }),
  type: text(10, { description: 'Such as PHONE or WATCH' }),
  name: text(64, { description: 'As the cardholder named it' }),
  language: text(3, { description: 'Language of the device' }),
  number_last_digits: text(4, { fieldFormat: 'digits', description: 'Last digits of its phone number' }),
  country: text(2, { minLength: 2, description: 'Where the device is, ISO 3166 alpha-2' }),
  location: text(40, { description: 'Latitude and longitude' }),
});
const scores = allOptional({
  account: whole(1, 5, { description: 'Of the wallet account: 1 is the least trustworthy' }),
  device: whole(1, 5, { description: 'Of the device: 1 is the least trustworthy' }),
});

const about = {
  token_type: optional(tokenType()),
  device: optional(record(device, { component: 'ProvisioningDevice' })),
  scores: optional(record(scores, { component: 'ProvisioningScores' })),
  pan_source: optional(oneOf(PAN_SOURCES, { description: 'Where the wallet got the card number' })),
  wallet_account_age_days: optional(whole(0, 100_000)),
  cardholder_name: optional(text(60, { description: 'As the wallet knows it' })),
  risk_reason_codes: optional(
    list(text(20), { maxItems: 20, description: 'Reasons of the token service for its scores' }),
  ),
};

/** A request to provision, without its id. */
export const provisioningFields = {
  card: text(32, { holdsCardNumber: true, description: 'A full card number, or an EXID' }),
  ...requestor,
  ...about,
};
const ProvisioningFields = record(provisioningFields);
export type ProvisioningFields = Static<typeof ProvisioningFields>;

export const provisioningId = () =>
  text(36, { fieldFormat: 'uuid', description: 'Made by the network: identifies repeats of the request' });

const ActivationMethods = list(
  record(
    {
      method: oneOf(ACTIVATION_METHODS),
      value: optional(text(64, { description: 'Masked phone number or e-mail address' })),
    },
    { component: 'ActivationMethod' },
  ),
  { description: 'For APPROVED_WITH_CODE: the channels that can reach the cardholder' },
);

/** The answer to the network. It has no facts about the card or the rules of its bank. */
export const ProvisioningAnswer = record(
  {
    provisioning_id: provisioningId(),
    outcome: outcome(),
    reason: optional(oneOf(PROVISIONING_REASONS, { component: 'ProvisioningReason', description: 'Of a decline' })),
    token_reference: optional(text(36, { description: 'The token, unless declined' })),
    token_state: optional(oneOf(TOKEN_STATES, { component: 'TokenState' })),
    activation_methods: optional(ActivationMethods),
    decided_at: instantField(),
  },
  { component: 'ProvisioningAnswer' },
);
export type ProvisioningAnswer = Static<typeof ProvisioningAnswer>;

export const provisioningVerdict = {
  outcome: outcome(),
  reason: orNull(oneOf(PROVISIONING_REASONS, { component: 'ProvisioningReason' }), 'Null unless declined'),
  rule: text(24, { description: 'The rule of the bank or the fixed rule that decided; APPROVED if none objected' }),
};

const decisionFields = {
  ...provisioningVerdict,
  card_identifier_id: orNull(text(20), 'EXID; null when no card was found'),
  card_number: orNull(text(19), 'Masked; null when the request named an EXID that no card has'),
  decided_at: instantField(),
};

export const ProvisioningListItem = record(
  {
    decision_id: text(36),
    provisioning_id: text(36),
    ...decisionFields,
    ...requestor,
    token_type: orNull(oneOf(TOKEN_TYPES, { component: 'TokenType' }), 'As it was sent'),
    device_type: orNull(text(10), 'As it was sent'),
    token_reference: orNull(text(36), 'Null when declined'),
    network: text(255, { description: 'The OAuth client of the network' }),
  },
  { component: 'ProvisioningListItem' },
);
export type ProvisioningListItem = Static<typeof ProvisioningListItem>;

const why = {
  trace: list(TraceStep, { description: 'One step for each evaluated rule, in order' }),
  explanation: optional(Explanation),
};

export const ProvisioningDecision = record(
  {
    ...ProvisioningListItem.properties,
    request: record(about, {
      component: 'ProvisioningRequest',
      description:
        'As it was sent; without cardholder_name, number_last_digits and location for people who see no personal data',
    }),
    activation_methods: optional(ActivationMethods),
    ...why,
  },
  { component: 'ProvisioningDecision', extending: ProvisioningListItem },
);
export type ProvisioningDecision = Static<typeof ProvisioningDecision>;

export const ProvisioningPreview = record({ ...decisionFields, ...why }, { component: 'ProvisioningPreview' });
export type ProvisioningPreview = Static<typeof ProvisioningPreview>;
