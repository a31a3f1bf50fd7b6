import Type, { type Static } from 'typebox';
import { Explanation, explainQuery } from '../explanation/explanation.ts';
import { defineRest } from '../operation.ts';
import { exactInstantField, flag, list, optional, record, text } from '../schema/fields.ts';
import { EcommerceRequest, RepeatedFields } from './ecommerce-message.ts';
import { proposedControl } from './proposed-control.ts';
import { TraceStep } from './read-authorization.ts';

const Preview = record(
  {
    action_code: text(2, { component: 'ActionCode' }),
    rule: text(24, { description: 'APPROVED, or the rule that would decline' }),
    rule_version: Type.Integer({ description: 'Version of the rules; changes when the rules change' }),
    decided_at: exactInstantField(),
    settlement_date: text(10, { description: 'YYYY-MM-DD' }),
    card_identifier_id: Type.Union([text(20), Type.Null()], { description: 'EXID; null if no card was found' }),
    account_number: Type.Union([text(64), Type.Null()], { description: 'Null if no card was found' }),
    already_decided: flag({
      description: 'Whether the message was decided before. A real request would get the stored response',
    }),
    trace: list(TraceStep, { description: 'Steps of the decision, one for each evaluated rule, in order' }),
    explanation: optional(Explanation),
  },
  { component: 'Preview' },
);
export type Preview = Static<typeof Preview>;

export const previewAuthorization = defineRest({
  id: 'authorization.preview-authorization',
  sdk: 'authorizations.preview',
  title: 'Preview a decision',
  description:
    'Returns the decision that a message would get now, or under other settings and restrictions. It reserves, counts and stores nothing.',
  reference: 'docs/interface/decision.md#what-if',
  method: 'POST',
  path: '/authorizations/preview',
  scope: 'authorizations:read',
  query: record({ explain: optional(explainQuery('the decision')) }),
  request: record({
    message: record(EcommerceRequest.properties, {
      component: 'EcommerceMessage',
      extending: RepeatedFields,
      description: 'Complete authorization message',
    }),
    ...proposedControl,
  }),
  response: Preview,
  errors: ['card_not_found', 'token_not_found', 'merchant_list_not_found'],
});
