import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';

/** Loads a CSV with the header row `name` and `reason`. It replaces the whole list, or changes nothing. */
export const loadDenyList = defineRest({
  id: 'merchants.load-deny-list',
  sdk: 'denyList.load',
  title: 'Load the deny list',
  description:
    'Replaces the deny list of the acquirer with the names in a CSV. If the CSV contains an error, nothing changes.',
  reference: 'docs/interface/merchant-review.md#deny-list',
  method: 'POST',
  path: '/merchants/deny-list',
  scope: 'merchants:review',
  request: text(1_048_576, { description: 'CSV in UTF-8 with a header row: name,reason' }),
  requestType: 'text/csv',
  response: record({
    names: Type.Integer({ description: 'Number of names in the list' }),
    alike: Type.Integer({
      description: 'Lines whose normalized name equals the name of an earlier line; the earlier line is used',
    }),
  }),
  takesIdempotencyKey: true,
  listsActions: true,
});
