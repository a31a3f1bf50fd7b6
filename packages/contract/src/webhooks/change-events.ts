import { ACQUIRER_CHANGES } from './acquirer-changes.ts';
import { type ChangeEventType, created, moved, since } from './change-event-type.ts';

/** Changes that endpoints of a bank can subscribe to. */
const BANK_CHANGES = {
  'client.created': {
    since,
    meaning: 'A client was created',
    example: created({ customer_id: 'C0001', card_type: 'DEBIT', personal_data: 'MASKED' }),
  },
  'client.note_added': { since, meaning: 'A note about a client was added', example: created({ note_id: '1' }) },
  'account.created': {
    since,
    meaning: 'An account was created',
    example: created({ account_number: '001000000001', product_code: 'DEBIT-CLASSIC', currency: 'AED' }),
  },
  'account.credited': {
    since,
    meaning: 'An account was credited',
    example: moved(
      'balances',
      [{ type: 'AVAILABLE', currency: 'AED', amount: '10.00' }],
      [{ type: 'AVAILABLE', currency: 'AED', amount: '20.00' }],
    ),
  },
  'account.debited': {
    since,
    meaning: 'An account was debited',
    example: moved(
      'balances',
      [{ type: 'AVAILABLE', currency: 'AED', amount: '20.00' }],
      [{ type: 'AVAILABLE', currency: 'AED', amount: '10.00' }],
    ),
  },
  'account.exception_created': {
    since,
    meaning: 'One payment of an account was allowed',
    example: created({ exception: { merchantId: 'SHOP00000000001', maxAmount: '100.00', state: 'OPEN' } }),
  },
  'account.exception_cancelled': {
    since,
    meaning: 'The exception for one payment was cancelled before it was used',
    example: moved('exception', { state: 'OPEN' }, { state: 'CANCELLED' }),
  },
  'settings.updated': {
    since,
    meaning: 'The card settings of an account changed',
    example: moved('ecomStatus', 'ON', 'OFF'),
  },
  'card.created': {
    since,
    meaning: 'A card was created, including by replacement or reissue',
    example: created({ card_identifier_id: '9000000000000000018', card_status: 'ACTIVE' }),
  },
  'card.status_changed': {
    since,
    meaning: 'The status of a card changed',
    example: moved('card_status', 'ACTIVE', 'BLOCKED'),
  },
  'card.replaced': {
    since,
    meaning: 'A card was replaced by a new card with the same number',
    example: moved('card_status', 'ACTIVE', 'REPLACED'),
  },
  'card.reissued': {
    since,
    meaning: 'A lost or stolen card was reissued with a new number',
    example: moved('card_status', 'ACTIVE', 'LOST'),
  },
  'card.renewed': {
    since,
    meaning: 'A card was renewed before its expiry',
    example: moved('card_expiry_date', '2612', '3112'),
  },
  'card.insurance_changed': {
    since,
    meaning: 'A card was enrolled in an insurance program or left it',
    example: { before: null, after: { code: '01', status: 'F' } },
  },
  'restriction.set': {
    since,
    meaning: 'A restriction of a card was set',
    example: created({ restriction_type: 'ATM', isAllowed: false }),
  },
  'restriction.removed': {
    since,
    meaning: 'A restriction of a card was removed',
    example: moved('isAllowed', false, true),
  },
  'limit.set': {
    since,
    meaning: 'A limit of an account or a card was set',
    example: moved('max', '100.00', '200.00'),
  },
  'limit.deleted': {
    since,
    meaning: 'A limit of an account or a card was deleted',
    example: { before: { id: 'GROCERIES', max: '100.00' }, after: null },
  },
  'program.updated': {
    since,
    meaning: 'The program of a product got a new version',
    example: moved('defaults', {}, { dailyLimit: '900.00' }),
  },
  'rule.created': {
    since,
    meaning: 'A rule was created as a draft',
    example: created({ version: 1, state: 'DRAFT', effect: '57' }),
  },
  'rule.updated': {
    since,
    meaning: 'A rule got a new version, which is a draft',
    example: created({ version: 2, state: 'DRAFT', effect: '57' }),
  },
  'rule.shadowed': {
    since,
    meaning: 'A version of a rule began to run in shadow mode',
    example: moved('state', 'DRAFT', 'SHADOW'),
  },
  'rule.proposed': {
    since,
    meaning: 'A version of a rule was proposed for approval',
    example: moved('state', 'SHADOW', 'PROPOSED'),
  },
  'rule.retired': {
    since,
    meaning: 'A version of a rule was retired',
    example: moved('state', 'LIVE', 'RETIRED'),
  },
  'promise.created': {
    since,
    meaning: 'A promise was created',
    example: created({ version: 1, outcome: 'NEVER_DECLINED' }),
  },
  'promise.updated': {
    since,
    meaning: 'A promise changed',
    example: moved('outcome', 'NEVER_DECLINED', 'ALWAYS_DECLINED'),
  },
  'promise.deleted': {
    since,
    meaning: 'A promise was deleted',
    example: { before: { version: 1, outcome: 'NEVER_DECLINED' }, after: null },
  },
  'promise.overridden': {
    since,
    meaning: 'A second person allowed the approval of a rule that breaks promises',
    example: moved('overridden_by', null, 'risk-manager'),
  },
  'list.created': {
    since,
    meaning: 'A merchant list was created',
    example: created({ count: 2, edition: 1 }),
  },
  'list.updated': { since, meaning: 'The entries of a merchant list changed', example: moved('count', 2, 3) },
  'token.provisioned': {
    since,
    meaning: 'A token was provisioned',
    example: created({ token_state: 'REQUESTED' }),
  },
  'token.code_issued': {
    since,
    meaning: 'An activation code of a token was issued. The event never contains the code',
    example: moved('token_state', 'REQUESTED', 'PENDING_ACTIVATION'),
  },
  'token.code_refused': {
    since,
    meaning: 'A wrong activation code of a token used up an attempt',
    example: moved('tries_left', 3, 2),
  },
  'token.activated': {
    since,
    meaning: 'A token became active for the first time',
    example: moved('token_state', 'PENDING_ACTIVATION', 'ACTIVE'),
  },
  'token.suspended': {
    since,
    meaning: 'A token was suspended',
    example: moved('token_state', 'ACTIVE', 'SUSPENDED'),
  },
  'token.resumed': {
    since,
    meaning: 'A suspended token became active again',
    example: moved('token_state', 'SUSPENDED', 'ACTIVE'),
  },
  'token.deactivated': {
    since,
    meaning: 'A token was deactivated',
    example: moved('token_state', 'ACTIVE', 'DEACTIVATED'),
  },
  'token.controls.changed': {
    since,
    meaning: 'The controls of a token changed',
    example: moved('maxAmount', null, '50.00'),
  },
  'token.deleted': { since, meaning: 'A token was deleted', example: moved('token_state', 'ACTIVE', 'DELETED') },
} as const satisfies Readonly<Record<string, ChangeEventType>>;

/** Changes of webhook endpoints and their messages, for the other endpoints of the same owner. */
const ENDPOINT_CHANGES = {
  'endpoint.updated': {
    since,
    meaning: 'The settings of another endpoint changed',
    example: moved('state', 'ACTIVE', 'PAUSED'),
  },
  'endpoint.keys_rotated': {
    since,
    meaning: 'The keys of another endpoint were rotated',
    example: moved('keys', ['1'], ['1', '2']),
  },
  'endpoint.deleted': {
    since,
    meaning: 'Another endpoint was deleted',
    example: { before: { host: 'bank.example' }, after: null },
  },
  'message.replayed': {
    since,
    meaning: 'Messages of another endpoint are sent again',
    example: { before: { DEAD: 2 }, after: { PENDING: 2 } },
  },
  'message.skipped': {
    since,
    meaning: 'A message of another endpoint was skipped',
    example: moved('state', 'PENDING', 'SKIPPED'),
  },
} as const satisfies Readonly<Record<string, ChangeEventType>>;

/**
 * The catalogue of events that report a change, each in the commit of the change. They require a subscription, by type
 * or by a prefix such as `card.*`.
 */
export const CHANGE_EVENTS = { ...BANK_CHANGES, ...ACQUIRER_CHANGES, ...ENDPOINT_CHANGES } as const;
export type ChangeEventName = keyof typeof CHANGE_EVENTS;

const names = <Name extends string>(types: Readonly<Record<Name, ChangeEventType>>) => Object.keys(types) as Name[];

/** The types of changes by the kind of the owner. */
export const CHANGES_OF_OWNER = {
  bank: [...names(BANK_CHANGES), ...names(ENDPOINT_CHANGES)],
  acquirer: [...names(ACQUIRER_CHANGES), ...names(ENDPOINT_CHANGES)],
} as const;

export const ALL_CHANGES: readonly ChangeEventName[] = names(CHANGE_EVENTS);
