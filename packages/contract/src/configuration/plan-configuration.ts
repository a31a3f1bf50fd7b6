import type { Static } from 'typebox';
import { defineRest } from '../operation.ts';
import { CheckedPromise, promiseVerdict } from '../rules/promise.ts';
import { ruleSubject } from '../rules/rule.ts';
import { flag, list, optional, record } from '../schema/fields.ts';
import { Configuration } from './configuration.ts';
import { ConfigurationChange, fingerprint } from './configuration-change.ts';

const PlannedPromise = record(
  {
    ...CheckedPromise.properties,
    on: ruleSubject(),
    now: optional(promiseVerdict('Verdict under the live rules; present if the plan breaks the promise')),
  },
  { component: 'PlannedPromise' },
);
export type PlannedPromise = Static<typeof PlannedPromise>;

export const planConfiguration = defineRest({
  id: 'configuration.plan-configuration',
  sdk: 'configuration.plan',
  title: 'Plan a configuration',
  description:
    'Returns the differences between the bank and a configuration, and the effects of applying the configuration. Reports all faults that applying it would report, and changes nothing.',
  reference: 'docs/interface/configuration.md#plan',
  method: 'POST',
  path: '/configuration/plan',
  scope: 'programs:read',
  request: record({
    configuration: Configuration,
    check_promises: optional(
      flag({
        description: 'Whether to check the promises of the bank if rules differ. The check takes up to 25 seconds',
      }),
    ),
  }),
  response: record({
    fingerprint: fingerprint('Fingerprint of the changes and of the current state'),
    changes: list(ConfigurationChange, { description: 'Changes in the order in which they would be made' }),
    promises: optional(
      list(PlannedPromise, {
        description: 'Whether each promise of the bank is kept when all planned rules are live. Absent if not checked',
      }),
    ),
  }),
  errors: ['program_not_found', 'merchant_list_not_found', 'state_forbids'],
});
