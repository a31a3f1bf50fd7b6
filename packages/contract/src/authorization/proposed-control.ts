import type { Static } from 'typebox';
import { settingsToSet } from '../card-settings/update-settings.ts';
import { limitOfOneToken, limitTerms, MAX_LIMITS } from '../limits/limit.ts';
import { ProgramCeilings, ProgramDefaults } from '../programs/program.ts';
import { setRestriction } from '../restrictions/set-restriction.ts';
import { proposedRules } from '../rules/rule.ts';
import { list, MAX_ENTRIES, optional, record, text } from '../schema/fields.ts';
import { SetTokenControls } from '../tokens/token-controls.ts';

/** A restriction that a simulation assumes for the card, without storing it. */
export const ProposedRestriction = record(
  {
    ...setRestriction.requestBody.properties.restriction.properties,
    card_identifier_id: optional(text(20, { description: 'EXID of one card; absent: every card of the account' })),
  },
  { component: 'ProposedRestriction' },
);
export type ProposedRestriction = Static<typeof ProposedRestriction>;

export const LimitOfEveryAccount = record(limitTerms, { component: 'LimitOfEveryAccount' });

/** A limit that a simulation assumes, without storing it. */
export const ProposedLimit = record(
  {
    ...limitTerms,
    ...limitOfOneToken,
    card_identifier_id: optional(text(20, { description: 'EXID of one card; absent: every card of the account' })),
  },
  { component: 'ProposedLimit' },
);
export type ProposedLimit = Static<typeof ProposedLimit>;

/** Controls of a token that a simulation assumes, without storing them. */
export const ProposedTokenControls = record(
  {
    token_reference: text(36, { fieldFormat: 'uuid', description: 'Id of the token' }),
    ...SetTokenControls.properties,
  },
  { component: 'ProposedTokenControls', extending: SetTokenControls, refusesUnknown: true },
);
export type ProposedTokenControls = Static<typeof ProposedTokenControls>;

const ProposedProgram = record(
  {
    product_code: text(32, { description: 'Product whose accounts the program applies to' }),
    defaults: optional(ProgramDefaults),
    ceilings: optional(ProgramCeilings),
    limits: optional(
      list(LimitOfEveryAccount, {
        maxItems: MAX_LIMITS,
        description: 'Limits of single accounts or cards. Limits that accounts share do not change',
      }),
    ),
  },
  { component: 'ProposedProgram', description: 'Replaces the program that was in force' },
);

/**
 * Settings, restrictions and limits to assume, in the form that the update operations take
 * (docs/interface/decision.md#what-if).
 */
export const proposedControl = {
  cardSettings: optional(
    record(settingsToSet.properties, {
      component: 'CardSettingsToSet',
      description: 'Members of a card settings update; they override the current settings',
    }),
  ),
  restrictions: optional(
    list(ProposedRestriction, {
      maxItems: MAX_ENTRIES,
      description: 'Restrictions that override the restrictions in force',
    }),
  ),
  limits: optional(
    list(ProposedLimit, {
      maxItems: MAX_LIMITS,
      description: 'Limits that override the limits in force, and count from the time of the proposal',
    }),
  ),
  tokenControls: optional(
    list(ProposedTokenControls, {
      maxItems: MAX_ENTRIES,
      description: 'Controls that replace the controls of the tokens',
    }),
  ),
  rules: proposedRules(),
  program: optional(ProposedProgram),
};

const ProposedControl = record(proposedControl);
/** The proposal of a request, as code reads it: only the declared members. */
export type ProposedControl = Static<typeof ProposedControl>;
