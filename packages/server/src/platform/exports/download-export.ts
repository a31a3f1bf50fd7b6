import { downloadExport, operationOfList } from '@cardwright/contract';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { type ExportDeps, exportPartContext } from './export-deps.ts';
import { readPart } from './export-store.ts';
import { findOwnExport } from './own-export.ts';

const CURSOR = /^[1-9]\d{0,8}$/;

/** Returns a part of the file. The cursor is the number of the part (docs/interface/exports.md#download). */
export function downloadExportOperation({ vault }: ExportDeps) {
  return implementRest(downloadExport, async (context, { params: { export_id: id }, query: { cursor = '1' } }) => {
    const { tx, caller, audit } = context;
    const ownExport = await findOwnExport(context, id);
    if (!ownExport.ok) return ownExport;
    const { log, row } = ownExport.value;
    const { scope } = operationOfList(row.list);
    if (!caller.scopes.has(scope)) {
      return fail('scope_missing', { message: `The access token lacks the scope ${scope}` });
    }
    const subject = `export:${id}`;
    if (row.state !== 'DONE') {
      return fail('state_forbids', { subject, message: `The export is ${row.state}: it would have to be DONE` });
    }
    if (!CURSOR.test(cursor) || Number(cursor) > Math.max(1, row.parts)) {
      return fail('value_not_allowed', { path: 'cursor', message: 'must be the `next` of a part' });
    }
    const part = Number(cursor);
    const stored = await readPart(tx, log, id, part);
    const parts = stored === undefined ? [] : [textOf(stored)];
    audit(log, subject, 'downloaded', { list: row.list, part, parts: row.parts });
    return ok({ body: { parts, next: part < row.parts ? String(part + 1) : null } });

    function textOf({ sealed_text: sealed, key_version: keyVersion }: NonNullable<typeof stored>): string {
      return vault.open(exportPartContext(log, id, part), { sealed, keyVersion });
    }
  });
}
