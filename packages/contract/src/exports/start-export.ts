import { changeReason } from '../change-requests/change-request.ts';
import { defineRest } from '../operation.ts';
import { mapOf, optional, record, text } from '../schema/fields.ts';
import { Export, exportList } from './export.ts';

export const startExport = defineRest({
  id: 'exports.start-export',
  sdk: 'exports.start',
  title: 'Start an export',
  description:
    'Writes all entries of a filtered list to a file in the background. The caller also needs the scope of the list. If the caller loses access to the list, the export fails.',
  reference: 'docs/interface/exports.md#start',
  method: 'POST',
  path: '/exports',
  scope: 'exports:own',
  request: record({
    list: exportList(),
    query: optional(
      mapOf('identifier', text(200), {
        description: 'Filters, as in the query of the list, without `limit` and `cursor`; unknown filters are refused',
      }),
    ),
    reason: optional(changeReason()),
  }),
  response: Export,
  changeKinds: ['export'],
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'card_not_found', 'state_forbids'],
});
