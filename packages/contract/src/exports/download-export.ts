import Type from 'typebox';
import { defineRest } from '../operation.ts';
import { list, optional, record, text } from '../schema/fields.ts';
import { exportPath } from './export.ts';

export const downloadExport = defineRest({
  id: 'exports.download-export',
  sdk: 'exports.download',
  title: 'Download an export',
  description:
    'Returns the file of an export of the caller part by part. The texts of all parts, joined in their order, are the file. The caller needs the scope of the list too.',
  reference: 'docs/interface/exports.md#download',
  method: 'GET',
  path: '/exports/{export_id}/file',
  scope: 'exports:own',
  params: exportPath,
  query: record({ cursor: optional(text(60, { description: '`next` of the previous part' })) }),
  refusesUnknownQuery: true,
  request: null,
  response: record({
    parts: list(Type.String(), { description: 'The text of this part; empty if the file is' }),
    next: Type.Union([text(60), Type.Null()], {
      fieldComponent: 'NextOfItems',
      description: '`cursor` of the next page; null on the last one',
    }),
  }),
  errors: ['export_not_found', 'state_forbids'],
});
