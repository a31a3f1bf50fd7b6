import { claim, type InterfaceStatement } from './interface-statement.ts';

/** Statements of the reference about decisions, in addition to the field tables of the message. */
export const DECISION_STATEMENTS = {
  'decision.code': claim('ours', 'docs/interface/decision.md#reasons', 'each decline reason has its action code'),
  'decision.approved': claim(
    'interface',
    'docs/interface/authorization-message.md#response',
    'an approval has the code 00 and an approval code',
  ),
  'decision.refused': claim(
    'interface',
    'docs/interface/authorization-message.md#response',
    'a decline has a code other than 00',
  ),
  'decision.declined-form': claim(
    'ours',
    'docs/interface/authorization-message.md#outcomes',
    'a declined response has six blanks as approval code and names the rule',
  ),
  'decision.repeats-fields': claim(
    'interface',
    'docs/interface/authorization-message.md#response',
    'the response has the fields of its table',
  ),
  'decision.echo': claim(
    'ours',
    'docs/interface/authorization-message.md#response',
    'the response repeats fields of the message unchanged',
  ),
  'decision.funds': claim(
    'ours',
    'docs/interface/decision.md#funds',
    'an amount above the available balance is declined with 51',
  ),
  'decision.read': claim(
    'ours',
    'docs/interface/decision.md#read',
    'a decision can be read as it was made, with its trace',
  ),
  'decision.asked': claim(
    'ours',
    'docs/interface/decision.md#what-if',
    'a preview under other settings changes nothing',
  ),
} as const satisfies Record<string, InterfaceStatement>;
