import { LimitOfEveryAccount } from '../authorization/proposed-control.ts';
import { explainQuery } from '../explanation/explanation.ts';
import { MAX_LIMITS } from '../limits/limit.ts';
import { defineRest } from '../operation.ts';
import { list, optional, record } from '../schema/fields.ts';
import { ProvisioningPreview, provisioningFields } from './provisioning.ts';
import { ProposedProvisioning } from './provisioning-backtest.ts';

export const previewProvisioning = defineRest({
  id: 'tokens.preview-provisioning',
  sdk: 'tokens.previewProvisioning',
  title: 'Preview a provisioning decision',
  description:
    'Returns the decision that a request for a token would get now, or under other rules and settings. It stores and sends nothing.',
  reference: 'docs/interface/token-provisioning.md#preview',
  method: 'POST',
  path: '/tokens/provisioning/preview',
  scope: 'tokens:read',
  query: record({ explain: optional(explainQuery('the decision')) }),
  request: record({
    ...provisioningFields,
    provisioning: optional(ProposedProvisioning),
    limits: optional(
      list(LimitOfEveryAccount, {
        maxItems: MAX_LIMITS,
        description:
          'Limits that count requests for tokens; they override the limits in force, and count from the time of the request',
      }),
    ),
  }),
  response: ProvisioningPreview,
});
