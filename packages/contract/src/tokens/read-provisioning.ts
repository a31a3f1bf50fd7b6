import { explainQuery } from '../explanation/explanation.ts';
import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { ProvisioningDecision } from './provisioning.ts';

export const readProvisioning = defineRest({
  id: 'tokens.read-provisioning',
  sdk: 'tokens.retrieveProvisioning',
  title: 'Get a provisioning decision',
  description: 'Returns a decision on a request for a token, with its trace and, on request, in sentences.',
  reference: 'docs/interface/token-provisioning.md#read',
  method: 'GET',
  path: '/tokens/provisioning/{decision_id}',
  scope: 'tokens:read',
  params: record({ decision_id: text(36, { fieldFormat: 'uuid', description: 'Id of the decision' }) }),
  query: record({ explain: optional(explainQuery('the decision')) }),
  response: ProvisioningDecision,
  errors: ['token_not_found'],
});
