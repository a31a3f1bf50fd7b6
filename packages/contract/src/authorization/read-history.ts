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
    person: optional(text(200, { description: 'Name of the person' })),
    outcome: optional(text(100, { description: 'Operation, as in the audit log' })),
    // Only decisions and ended reservations have an authorization.
    authorization: optional(AuthorizationListItem),
    card_identifier_id: optional(text(20, { description: 'EXID, if the entry is about one card' })),
    reason: optional(text(2_000, { description: 'Reason given by the actor' })),
    before: optional(members('Changed members before the change, as in the audit log; null for a new object')),
    after: optional(members('Changed members after the change; null for a deleted object')),
    change: optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Changed values by name' })),
  },
  { component: 'HistoryEntry' },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const readHistory = defineRest({
  id: 'authorization.read-history',
  sdk: 'accounts.history',
  title: 'List the history of an account',
  description:
    'Lists the history of an account, newest first: decisions, ends of reservations, and changes of settings, restrictions, status and funds, with their actors.',
  reference: 'docs/interface/accounts.md#history',
  method: 'GET',
  path: '/accounts/{account_number}/history',
  scope: 'accounts:read',
  params: accountPath,
  query: record({ ...timeQuery, ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(HistoryEntry),
  errors: ['account_not_found'],
});
