import type { Static } from 'typebox';
import { instantField, oneOf, record, text } from '../schema/fields.ts';
import { ProvisioningListItem } from './provisioning.ts';

/**
 * Event for subscribed endpoints when a request for a token is decided (docs/interface/token-provisioning.md#event).
 */
export const PROVISIONING_DECISION = 'token.provisioning.decided';

const { decision_id, provisioning_id, outcome, reason, rule, card_identifier_id, token_reference, token_type } =
  ProvisioningListItem.properties;

export const ProvisioningDecisionEvent = record(
  {
    id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
    type: oneOf([PROVISIONING_DECISION]),
    timestamp: instantField(),
    bank_id: text(4),
    ...{ decision_id, provisioning_id, outcome, reason, rule, card_identifier_id, token_reference, token_type },
    requestor_id: text(10),
    requestor_name: text(30),
  },
  { component: 'ProvisioningDecisionEvent' },
);
export type ProvisioningDecisionEvent = Static<typeof ProvisioningDecisionEvent>;
