import { type InterfaceStatement, said } from './interface-statement.ts';

/** Statements of the reference about decisions, in addition to the field tables of the message. */
export const DECISION_STATEMENTS = {
  'decision.code': said('ours', 'docs/interface/decision.md#reasons', 'each reason has its action code'),
  'decision.approved': said(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'an approval is 00 with an approval code',
  ),
  'decision.refused': said(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'a refusal is another code than 00',
  ),
  'decision.declined-form': said(
    'ours',
    'docs/interface/authorization-message.md#answers',
    'a declined answer has six blanks for the approval code and names the rule',
  ),
  'decision.repeats-fields': said(
    'interface',
    'docs/interface/authorization-message.md#answer',
    'the answer has the fields of its table',
  ),
  'decision.echo': said(
    'ours',
    'docs/interface/authorization-message.md#answer',
    'fields of the message are answered as they were sent',
  ),
  'decision.funds': said('ours', 'docs/interface/decision.md#funds', 'what is not there is declined with 51'),
  'decision.read': said(
    'ours',
    'docs/interface/decision.md#read',
    'a decision can be read as it was made, with its trace',
  ),
  'decision.asked': said(
    'ours',
    'docs/interface/decision.md#what-if',
    'other settings can be asked about, which changes nothing',
  ),
} as const satisfies Record<string, InterfaceStatement>;
