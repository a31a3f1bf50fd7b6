import { defineRest } from '../operation.ts';
import { optional, record, text } from '../schema/fields.ts';
import { BankRule, rulePath, whichVersion } from './rule.ts';

export const proposeRule = defineRest({
  id: 'rules.propose-rule',
  sdk: 'rules.propose',
  title: 'Propose a rule',
  description:
    'Proposes a version that is in shadow mode, and starts a backtest of the bank that reports which decisions would have differed.',
  reference: 'docs/interface/rules.md#propose',
  method: 'POST',
  path: '/rules/{rule_id}/propose',
  scope: 'programs:write',
  params: rulePath,
  request: record({
    version: optional(whichVersion('Version in shadow mode; absent: the newest version')),
    from: optional(
      text(30, {
        fieldFormat: 'utc-time',
        description: 'Start of the period of the backtest, ISO 8601; absent: 30 days ago',
      }),
    ),
  }),
  response: BankRule,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'merchant_list_not_found', 'state_forbids'],
});
