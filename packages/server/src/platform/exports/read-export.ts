import { readExport } from '@cardwright/contract';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import type { ExportDeps } from './export-deps.ts';
import { toExportResponse } from './export-response.ts';
import { findOwnExport } from './own-export.ts';

/** Reads the progress of an export (docs/interface/exports.md#read). */
export function readExportOperation(deps: ExportDeps) {
  return implementRest(readExport, async (context, { params: { export_id: id } }) => {
    const ownExport = await findOwnExport(context, id);
    if (!ownExport.ok) return ownExport;
    const { log, row } = ownExport.value;
    context.audit(log, `export:${id}`, 'read');
    return ok({ body: toExportResponse(deps, log, row) });
  });
}
