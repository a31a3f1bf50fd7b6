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
    rule_version: Type.Integer({ description: 'Changes when the rules do' }),
    decided_at: exactInstantField(),
    settlement_date: text(10, { description: 'YYYY-MM-DD' }),
    card_identifier_id: Type.Union([text(20), Type.Null()], { description: 'EXID; null when no card was found' }),
    account_number: Type.Union([text(64), Type.Null()], { description: 'Null when no card was found' }),
    already_decided: flag({
      description: 'This message was decided before: a real request would get the stored response',
    }),
    trace: list(TraceStep, { description: 'One step for each evaluated rule, in order' }),
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
    'Returns the decision that a message would get now, or with other settings and restrictions. It reserves, counts and stores nothing.',
  reference: 'docs/interface/decision.md#what-if',
  method: 'POST',
  path: '/authorizations/preview',
  scope: 'authorizations:read',
  params: record({}),
  query: record({ explain: optional(explainQuery('The decision')) }),
  request: record({
    message: record(EcommerceRequest.properties, {
      component: 'EcommerceMessage',
      extending: RepeatedFields,
      description: 'A complete authorization message',
    }),
    ...proposedControl,
  }),
  response: Preview,
  errors: ['card_not_found', 'token_not_found', 'merchant_list_not_found'],
});
