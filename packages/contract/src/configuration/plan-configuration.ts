import { defineRest } from '../operation.ts';
import { list, record } from '../schema/fields.ts';
import { Configuration } from './configuration.ts';
import { ConfigurationChange, fingerprint } from './configuration-change.ts';

export const planConfiguration = defineRest({
  id: 'configuration.plan-configuration',
  sdk: 'configuration.plan',
  title: 'Plan a configuration',
  description:
    'Returns how the bank differs from a configuration, and what applying it would do. Finds every fault that applying it would find. It changes nothing.',
  reference: 'docs/interface/configuration.md#plan',
  method: 'POST',
  path: '/configuration/plan',
  scope: 'programs:read',
  params: record({}),
  query: record({}),
  request: record({ configuration: Configuration }),
  response: record({
    fingerprint: fingerprint('Of the changes and of the state that they start from'),
    changes: list(ConfigurationChange, { description: 'In the order in which they would be made' }),
  }),
  errors: ['program_not_found', 'merchant_list_not_found', 'state_forbids'],
});
