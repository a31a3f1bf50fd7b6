import Type, { type Static } from 'typebox';
import { accountPath } from '../accounts/list-accounts.ts';
import { defineRest } from '../operation.ts';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';
import { AuthorizationListItem } from './list-authorizations.ts';

export const HISTORY_KINDS = [
  'DECISION',
  'OPENED',
  'FUNDS',
  'CARD_ADDED',
  'CARD_STATUS',
  'CARD_RENEWED',
  'RESTRICTION',
  'SETTINGS',
  'LIMIT',
  'TOKEN_CONTROLS',
  'PROVISIONING',
  'RESERVATION_ENDED',
] as const;

const members = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description });

const HistoryEntry = record(
  {
    at: instantField(),
    kind: oneOf(HISTORY_KINDS, { component: 'HistoryKind' }),
    actor: optional(text(200, { description: 'Actor: a person, a caller, or cardwright itself' })),
    person: optional(text(200, { description: 'Name of the person who did it' })),
    outcome: optional(text(100, { description: 'The operation, as in the audit log' })),
    // Only decisions and ended reservations have an authorization.
    authorization: optional(AuthorizationListItem),
    card_identifier_id: optional(text(20, { description: 'EXID, if it is about one card' })),
    reason: optional(text(2_000, { description: 'The reason that the actor gave' })),
    before: optional(members('The changed members before, as in the audit log; null for a new object')),
    after: optional(members('The changed members after; null for a deleted object')),
    change: optional(Type.Record(Type.String(), Type.Unknown(), { description: 'What changed: names and values' })),
  },
  { component: 'HistoryEntry' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const readHistory = defineRest({
  id: 'authorization.read-history',
  sdk: 'accounts.history',
  title: 'List the history of an account',
  description:
    'Lists everything that happened to an account, newest first: decisions, ends of reservations, and changes of settings, restrictions, status and funds, with who made them.',
  reference: 'docs/interface/accounts.md#history',
  method: 'GET',
  path: '/accounts/{account_number}/history',
  scope: 'accounts:read',
  params: accountPath,
  query: record({ ...timeQuery, ...itemsQuery }),
  refusesUnknownQuery: true,
  request: null,
  response: pageOf(HistoryEntry),
  errors: ['account_not_found'],
});
