import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, record, text } from '../schema/fields.ts';

export const listContractWarnings = defineRest({
  id: 'access.list-contract-warnings',
  sdk: 'contractWarnings.list',
  title: 'Contract warnings of the bank',
  description:
    "Lists the deviations from the interface that were accepted for the caller's bank or acquirer, counted by caller and day. It never holds a value.",
  reference: 'docs/interface/requests.md#contract-warnings',
  method: 'GET',
  path: '/contract-warnings',
  scope: 'contract-warnings:read',
  params: record({}),
  query: record({}),
  request: null,
  response: record({
    warnings: list(
      record({
        caller: text(200, {
          description:
            'Client id of who sent it; `people` for sessions, empty for what was counted before callers were',
        }),
        operation: text(60, { description: 'Id of the operation' }),
        path: text(200, { description: 'The field that deviated; `*`: fields of a caller with very many' }),
        rule: text(40, { description: 'Name of the warning' }),
        count: Type.Integer({ description: 'How often on this day' }),
        first_at: exactInstantField(),
        last_at: exactInstantField(),
      }),
    ),
  }),
  errors: [],
});
