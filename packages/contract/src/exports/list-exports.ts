import { defineRest } from '../operation.ts';
import { record } from '../schema/fields.ts';
import { itemsQuery, pageOf } from '../schema/page.ts';
import { Export } from './export.ts';

export const listExports = defineRest({
  id: 'exports.list-exports',
  sdk: 'exports.list',
  title: 'List exports',
  description: 'Lists the exports of the caller, newest first, until their files are deleted.',
  reference: 'docs/interface/exports.md#list',
  method: 'GET',
  path: '/exports',
  scope: 'exports:own',
  query: record({ ...itemsQuery }),
  refusesUnknownQuery: true,
  response: pageOf(Export),
});
