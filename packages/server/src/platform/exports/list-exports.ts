import { listExports } from '@cardwright/contract';
import { cutItems, readPage } from '../kernel/page.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import type { ExportDeps } from './export-deps.ts';
import { toExportResponse } from './export-response.ts';
import { type ExportRow, listExportRows } from './export-store.ts';
import { exportLogOf } from './own-export.ts';

/** Lists the exports of the caller (docs/interface/exports.md#list). */
export function listExportsOperation(deps: ExportDeps) {
  return implementRest(listExports, async ({ tx, caller, now, audit }, { query }) => {
    const log = exportLogOf(caller);
    if (!log.ok) return log;
    const page = readPage(query);
    if (!page.ok) return page;
    const rows = await listExportRows(tx, log.value, caller.clientId, page.value, now);
    const place = ({ requested_at: at, export_no: id }: ExportRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, (row) => toExportResponse(deps, log.value, row));
    audit(log.value, 'exports', 'read', { exports: body.items.length });
    return ok({ body });
  });
}
