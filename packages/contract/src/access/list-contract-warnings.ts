import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { exactInstantField, list, record, text } from '../schema/fields.ts';

export const listContractWarnings = defineRest({
  id: 'access.list-contract-warnings',
  sdk: 'contractWarnings.list',
  title: 'List contract warnings',
  description:
    "Lists the accepted deviations from the interface for the caller's bank or acquirer, by caller and day. The list never contains values.",
  reference: 'docs/interface/requests.md#contract-warnings',
  method: 'GET',
  path: '/contract-warnings',
  scope: 'contract-warnings:read',
  response: record({
    warnings: list(
      record({
        caller: text(200, {
          description:
            'Client id of the sender; `people` for sessions, empty for counts from before callers were recorded',
        }),
        operation: text(60, { description: 'Id of the operation' }),
        path: text(200, { description: 'Path of the deviating field; `*`: further fields of a caller with many' }),
        rule: text(40, { description: 'Name of the warning' }),
        count: Type.Integer({ description: 'Number of occurrences on this day' }),
        first_at: exactInstantField(),
        last_at: exactInstantField(),
      }),
    ),
  }),
});
