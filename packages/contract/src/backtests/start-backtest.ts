import type { Static } from 'typebox';
import { LimitOfEveryAccount, ProposedRestriction, proposedControl } from '../authorization/proposed-control.ts';
import { settingsToSet } from '../card-settings/update-settings.ts';
import { MAX_LIMITS } from '../limits/limit.ts';
import { listKind, listPath } from '../merchant-lists/merchant-list.ts';
import { defineRest } from '../operation.ts';
import { proposedRules } from '../rules/rule.ts';
import { list, MAX_ENTRIES, optional, record, text } from '../schema/fields.ts';
import { ProposedProvisioning } from '../tokens/provisioning-backtest.ts';
import { BacktestRun } from './backtest-run.ts';

/** Maximum number of accounts that a run can be restricted to. */
export const MAX_ACCOUNTS_OF_RUN = 1_000;
/** Maximum number of runs of a bank that can be waiting or running at once. */
export const MAX_RUNS_AT_ONCE = 3;

const { card_identifier_id: _, ...ofEveryCard } = ProposedRestriction.properties;

/** Maximum number of lists in a proposal, and of entries in each list. */
export const MAX_PROPOSED_LISTS = 20;
export const MAX_PROPOSED_ENTRIES = 10_000;

const proposedLists = list(
  record(
    {
      name: listPath.properties.name,
      kind: listKind(),
      entries: list(text(15), { maxItems: MAX_PROPOSED_ENTRIES, description: 'All entries of the list' }),
    },
    { component: 'ProposedList', refusesUnknown: true },
  ),
  {
    maxItems: MAX_PROPOSED_LISTS,
    description:
      'Lists that replace the lists of the bank with the same names, for all rules and limits and at all times',
  },
);
export type ProposedLists = Static<typeof proposedLists>;

export const BankProposal = record(
  {
    cardSettings: optional(
      record(settingsToSet.properties, {
        component: 'CardSettingsToSet',
        description: 'Members of a card settings update; they override what each account has set',
      }),
    ),
    restrictions: optional(
      list(record(ofEveryCard, { component: 'RestrictionOfEveryCard' }), {
        maxItems: MAX_ENTRIES,
        description: 'Restrictions of every card; they override the restrictions in force',
      }),
    ),
    limits: optional(
      list(LimitOfEveryAccount, {
        maxItems: MAX_LIMITS,
        description: 'Limits of every account or every card; they count from the start of the requested period',
      }),
    ),
    rules: proposedRules(),
    merchantLists: optional(proposedLists),
    program: proposedControl.program,
    tokenControls: proposedControl.tokenControls,
    provisioning: optional(ProposedProvisioning),
  },
  { component: 'BankProposal', description: 'Settings to test; unknown members are refused' },
);

const StartBacktest = record(
  {
    from: optional(
      text(30, { fieldFormat: 'utc-time', description: 'Start of the period, ISO 8601; absent: all decisions' }),
    ),
    to: optional(text(30, { fieldFormat: 'utc-time', description: 'End of the period, exclusive; absent: now' })),
    proposal: BankProposal,
    accounts: optional(
      list(text(64), {
        minItems: 1,
        maxItems: MAX_ACCOUNTS_OF_RUN,
        description: 'Account numbers; absent: all accounts of the bank',
      }),
    ),
  },
  { component: 'StartBacktest' },
);
export type StartBacktest = Static<typeof StartBacktest>;

export const startBacktest = defineRest({
  id: 'backtests.start-backtest',
  sdk: 'backtests.start',
  title: 'Start a backtest',
  description:
    'Replays the past messages of the bank under other settings in the background, each at its original time. It changes nothing.',
  reference: 'docs/interface/backtests.md#start',
  method: 'POST',
  path: '/backtests',
  scope: 'authorizations:read',
  request: StartBacktest,
  response: BacktestRun,
  successStatus: 202,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'token_not_found', 'merchant_list_not_found', 'state_forbids'],
});
