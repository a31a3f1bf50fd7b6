import { deleteExport } from '@cardwright/contract';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { removeExport } from './export-store.ts';
import { findOwnExport } from './own-export.ts';

/** Cancels an export and deletes its file (docs/interface/exports.md#delete). */
export const deleteExportOperation = implementRest(deleteExport, async (context, { params: { export_id: id } }) => {
  const found = await findOwnExport(context, id);
  if (!found.ok) return found;
  const { log, row } = found.value;
  await removeExport(context.tx, log, id);
  context.audit(log, `export:${id}`, 'export deleted', { list: row.list, state: row.state });
  return ok({ body: { export_id: id } });
});
