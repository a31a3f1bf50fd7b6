import type { Static } from 'typebox';
import { settingsToSet } from '../card-settings/update-settings.ts';
import { limitTerms, MOST_LIMITS } from '../limits/limit.ts';
import { ProgramCeilings, ProgramDefaults } from '../programs/program.ts';
import { setRestriction } from '../restrictions/set-restriction.ts';
import { proposedRules } from '../rules/rule.ts';
import { list, MOST_ENTRIES, optional, record, text } from '../schema/fields.ts';

/** A restriction assumed for the card, without being stored. */
export const ProposedRestriction = record(
  {
    ...setRestriction.requestBody.properties.restriction.properties,
    card_identifier_id: optional(text(20, { description: 'EXID of one card; absent: every card of the account' })),
  },
  { component: 'ProposedRestriction' },
);
export type ProposedRestriction = Static<typeof ProposedRestriction>;

export const LimitOfEveryAccount = record(limitTerms, { component: 'LimitOfEveryAccount' });

/** A limit assumed, without being stored. */
export const ProposedLimit = record(
  {
    ...limitTerms,
    card_identifier_id: optional(text(20, { description: 'EXID of one card; absent: every card of the account' })),
  },
  { component: 'ProposedLimit', extending: LimitOfEveryAccount },
);
export type ProposedLimit = Static<typeof ProposedLimit>;

const ProposedProgram = record(
  {
    product_code: text(32, { description: 'Of the accounts that it is for' }),
    defaults: optional(ProgramDefaults),
    ceilings: optional(ProgramCeilings),
    limits: optional(
      list(LimitOfEveryAccount, {
        maxItems: MOST_LIMITS,
        description: 'Of each account or card by itself: those that accounts share stay as they stood',
      }),
    ),
  },
  { component: 'ProposedProgram', description: 'In the place of whatever program was in force' },
);

/**
 * Settings, restrictions and limits to assume, in the form in which the update operations take them
 * (docs/interface/decision.md#what-if).
 */
export const proposedControl = {
  cardSettings: optional(
    record(settingsToSet.properties, {
      component: 'CardSettingsToSet',
      description: 'Members of an update of card settings; laid over what is set',
    }),
  ),
  restrictions: optional(
    list(ProposedRestriction, { maxItems: MOST_ENTRIES, description: 'Laid over those in force' }),
  ),
  limits: optional(
    list(ProposedLimit, { maxItems: MOST_LIMITS, description: 'Laid over those in force; they count from then on' }),
  ),
  rules: proposedRules(),
  program: optional(ProposedProgram),
};

const ProposedControl = record(proposedControl);
/** What a request proposes. Code that reads it gets the declared members alone. */
export type ProposedControl = Static<typeof ProposedControl>;
