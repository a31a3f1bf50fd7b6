import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { oneOf, optional, record, text } from '../schema/fields.ts';
import { itemsQuery, pageOf, timeQuery } from '../schema/page.ts';
import { PROVISIONING_OUTCOMES, PROVISIONING_REASONS, ProvisioningListItem } from './provisioning.ts';

const Query = record({
  card: optional(text(20, { description: 'Only decisions on the card with this EXID' })),
  outcome: optional(oneOf(PROVISIONING_OUTCOMES, { description: 'Only decisions with this outcome' })),
  reason: optional(oneOf(PROVISIONING_REASONS, { description: 'Only declines for this reason' })),
  rule: optional(text(24, { description: 'Only decisions by this rule' })),
  requestor: optional(text(10, { description: 'Only decisions on the requestor with this `requestor_id`' })),
  network: optional(text(255, { description: 'Only decisions on requests of this OAuth client' })),
  token: optional(text(36, { fieldFormat: 'uuid', description: 'Only the decision on the token with this reference' })),
  ...timeQuery,
  ...itemsQuery,
});
export type ListProvisioningsQuery = Static<typeof Query>;

export const listProvisionings = defineRest({
  id: 'tokens.list-provisionings',
  sdk: 'tokens.listProvisionings',
  title: 'List provisioning decisions',
  description: 'Lists the decisions of the bank on requests for tokens, newest first, with filters.',
  reference: 'docs/interface/token-provisioning.md#list',
  method: 'GET',
  path: '/tokens/provisioning',
  scope: 'tokens:read',
  query: Query,
  refusesUnknownQuery: true,
  response: pageOf(ProvisioningListItem),
  errors: ['card_not_found'],
});
