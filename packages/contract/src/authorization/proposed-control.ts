import type { Static } from 'typebox';
import { settingsToSet } from '../card-settings/update-settings.ts';
import { setRestriction } from '../restrictions/set-restriction.ts';
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

/**
 * Settings and restrictions to assume, in the form in which the update operations take them
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
};
