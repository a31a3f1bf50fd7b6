import { deleteExport } from '@cardwright/contract';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { removeExport } from './export-store.ts';
import { findOwnExport } from './own-export.ts';

/** Cancels an export and deletes its file (docs/interface/exports.md#delete). */
export const deleteExportOperation = implementRest(deleteExport, async (context, { params: { export_id: id } }) => {
  const ownExport = await findOwnExport(context, id);
  if (!ownExport.ok) return ownExport;
  const { log, row } = ownExport.value;
  await removeExport(context.tx, log, id);
  context.audit(log, `export:${id}`, 'export deleted', { list: row.list, state: row.state });
  return ok({ body: { export_id: id } });
});
