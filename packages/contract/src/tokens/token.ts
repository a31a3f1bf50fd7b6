import Type, { type Static } from 'typebox';
import { type FieldOptions, instantField, list, oneOf, optional, record, text } from '../schema/fields.ts';

/** Shared by the operations on tokens (docs/interface/tokens.md). */

export const TOKEN_STATES = [
  'REQUESTED',
  'PENDING_ACTIVATION',
  'ACTIVE',
  'SUSPENDED',
  'DEACTIVATED',
  'DELETED',
] as const;
export type TokenState = (typeof TOKEN_STATES)[number];

/** Parties that may request a change. */
export const TOKEN_PARTIES = ['CARDHOLDER', 'ISSUER', 'REQUESTOR'] as const;
export type TokenParty = (typeof TOKEN_PARTIES)[number];

export const TOKEN_EVENTS = [
  'PROVISION',
  'APPROVE',
  'ISSUE_CODE',
  'ACTIVATE',
  'SUSPEND',
  'RESUME',
  'DEACTIVATE',
  'DELETE',
] as const;
export type TokenEvent = (typeof TOKEN_EVENTS)[number];

export const activationPref = (options: FieldOptions = {}) =>
  text(10, { description: 'Channel on which the cardholder receives the activation code, such as SMS', ...options });

/** Every change has a reason and a requester. */
export const changeReason = () => ({
  requested_by: oneOf(TOKEN_PARTIES, { component: 'TokenParty', description: 'Party that requested the change' }),
  reason_code: text(20, {
    fieldComponent: 'TokenReasonCode',
    description: 'Reason code of the bank, sent in TD and TE as tokenEventReasonCode',
  }),
});

export const tokenPath = record({ token_reference: text(36, { fieldFormat: 'uuid', description: 'Id of the token' }) });

const time = instantField;

const tokenFields = {
  token_reference: text(36, { description: 'Id of the token, a UUID' }),
  token_state: oneOf(TOKEN_STATES, { component: 'TokenState' }),
  card_identifier_id: text(20, { description: 'EXID' }),
  card_identifier_type: oneOf(['EXID']),
  card_number: text(19, { description: 'Masked card number: first 6, X, last 4' }),
  requestor_id: text(10, { description: 'Id of the requestor at the token service' }),
  requestor_name: text(30, { description: 'Name of the requestor, known to cardholders' }),
  device_type: text(10),
  activation_pref: optional(activationPref()),
  activation_code: optional(
    record(
      { expires_at: time(), tries_left: Type.Integer({ description: 'Remaining attempts; 0 if the code is used up' }) },
      {
        description: 'Data of the latest code, while the token awaits activation. The notification contains the code',
      },
    ),
  ),
  created_at: time(),
  changed_at: time(),
};

export const Token = record(tokenFields, { component: 'Token' });
export type Token = Static<typeof Token>;

export const TokenWithHistory = record(
  {
    ...tokenFields,
    history: list(
      record(
        {
          event: oneOf(TOKEN_EVENTS, { description: 'Event; APPROVE: activated without a code' }),
          from_state: Type.Union([oneOf(TOKEN_STATES, { component: 'TokenState' }), Type.Null()], {
            description: 'State before the event; null for PROVISION',
          }),
          to_state: oneOf(TOKEN_STATES, { component: 'TokenState' }),
          ...changeReason(),
          actor: text(255, { description: 'Person or OAuth client that called' }),
          person: optional(text(200, { description: 'Name of that person' })),
          at: time(),
          notification_id: Type.Union([text(36), Type.Null()], {
            description: 'Id of the notification about the event; null if there was none',
          }),
        },
        { component: 'TokenEvent' },
      ),
    ),
  },
  { component: 'TokenWithHistory', extending: Token },
);
export type TokenWithHistory = Static<typeof TokenWithHistory>;
