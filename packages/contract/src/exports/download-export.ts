import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { exportPath } from './export.ts';

export const downloadExport = defineRest({
  id: 'exports.download-export',
  sdk: 'exports.download',
  title: 'Download an export',
  description:
    'Returns the file of an export of the caller in parts. The file is the concatenation of the texts of all parts. The caller also needs the scope of the list.',
  reference: 'docs/interface/exports.md#download',
  method: 'GET',
  path: '/exports/{export_id}/file',
  scope: 'exports:own',
  params: exportPath,
  query: record({ cursor: optional(text(60, { description: '`next` of the previous part' })) }),
  refusesUnknownQuery: true,
  response: record({
    parts: list(Type.String(), { description: 'Text of this part; empty if the file is empty' }),
    next: Type.Union([text(60), Type.Null()], {
      fieldComponent: 'NextOfItems',
      description: '`cursor` of the next page; null on the last page',
    }),
  }),
  errors: ['export_not_found', 'state_forbids'],
});
