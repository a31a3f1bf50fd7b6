import type { Static } from 'typebox';
import { SettingsInForce } from '../card-settings/settings-answers.ts';
import { CardListItem } from '../cards/list-cards.ts';
import { LimitInForce } from '../limits/limit.ts';
import { defineRest } from '../operation.ts';
import { RestrictionInForce } from '../restrictions/enquire-restrictions.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { TokenControls } from '../tokens/token-controls.ts';
import { AccountDetails, accountPath } from './list-accounts.ts';

/** Maximum number of cards that the state of an account at a past moment shows. */
export const MAX_CARDS_AT = 1_000;
/** Maximum number of changes that the server reads to rebuild the state of an account at a past moment. */
export const MAX_CHANGES_TO_MOMENT = 100_000;

const CardAt = record(
  {
    ...CardListItem.properties,
    restrictions: list(RestrictionInForce, { description: 'Restrictions in force at that time' }),
  },
  { component: 'CardAt', extending: CardListItem },
);

const StateOfAccount = record(
  {
    at: text(24, { description: 'Requested time, ISO 8601 UTC' }),
    card_settings: record(SettingsInForce.properties, {
      component: 'CardSettingsInForce',
      description: 'Settings and counters, as Get card settings would have returned them at that time',
    }),
    limits: list(LimitInForce, { description: 'Custom limits at that time' }),
    token_controls: list(TokenControls, { description: 'Controls of the tokens that had any' }),
    cards: list(CardAt, {
      description: `Newest ${MAX_CARDS_AT} cards, as List cards would have returned them at that time`,
    }),
  },
  { component: 'StateOfAccount', description: 'State at the requested time; absent without `at`' },
);
export type StateOfAccount = Static<typeof StateOfAccount>;

const AccountAt = record(
  { ...AccountDetails.properties, state: optional(StateOfAccount) },
  { component: 'AccountAt', extending: AccountDetails },
);

export const readAccount = defineRest({
  id: 'accounts.read-account',
  sdk: 'accounts.retrieve',
  title: 'Get an account',
  description:
    'Returns an account with its balances, its owner and its product. With `at`, returns its state at that time, including its settings, counters, limits, cards and restrictions.',
  reference: 'docs/interface/accounts.md#read',
  method: 'GET',
  path: '/accounts/{account_number}',
  scope: 'accounts:read',
  params: accountPath,
  query: record({
    at: optional(
      text(30, { fieldFormat: 'utc-time', description: 'Time of the state to return, ISO 8601; absent: now' }),
    ),
  }),
  refusesUnknownQuery: true,
  response: AccountAt,
  errors: ['account_not_found', 'state_forbids'],
});
