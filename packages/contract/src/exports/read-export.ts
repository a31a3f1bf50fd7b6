import { defineRest } from '../operation.ts';
import { Export, exportPath } from './export.ts';

export const readExport = defineRest({
  id: 'exports.read-export',
  sdk: 'exports.retrieve',
  title: 'Get an export',
  description: 'Returns the progress of an export of the caller.',
  reference: 'docs/interface/exports.md#read',
  method: 'GET',
  path: '/exports/{export_id}',
  scope: 'exports:own',
  params: exportPath,
  refusesUnknownQuery: true,
  response: Export,
  errors: ['export_not_found'],
});
