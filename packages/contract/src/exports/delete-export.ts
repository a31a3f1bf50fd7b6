import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { exportPath } from './export.ts';

export const deleteExport = defineRest({
  id: 'exports.delete-export',
  sdk: 'exports.delete',
  title: 'Delete an export',
  description: 'Cancels a pending or running export of the caller, and deletes its file.',
  reference: 'docs/interface/exports.md#delete',
  method: 'DELETE',
  path: '/exports/{export_id}',
  scope: 'exports:own',
  params: exportPath,
  response: record({ export_id: text(36, { description: 'Id of the deleted export' }) }),
  takesIdempotencyKey: true,
  errors: ['export_not_found'],
});
