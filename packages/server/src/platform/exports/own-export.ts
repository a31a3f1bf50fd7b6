import { type Caller, callerLog, isSamePerson } from '../access/index.ts';
import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import type { OperationContext } from '../operation/index.ts';
import { type ExportRow, findExport } from './export-store.ts';

/** The audit log of a bank or an acquirer, whose people and systems have exports. */
export function exportLogOf(caller: Caller): Success<string> | Failure<'wrong_bank'> {
  if (caller.kind === 'bank' || caller.kind === 'acquirer') return ok(callerLog(caller));
  return fail('wrong_bank', { message: 'Only banks and acquirers have exports' });
}

type OwnExport =
  | Success<{ readonly log: string; readonly row: ExportRow }>
  | Failure<'wrong_bank' | 'export_not_found'>;

/** Finds an export of the caller. An export of another caller is not found. */
export async function findOwnExport(
  { tx, caller, now }: Pick<OperationContext, 'tx' | 'caller' | 'now'>,
  id: string,
): Promise<OwnExport> {
  const log = exportLogOf(caller);
  if (!log.ok) return log;
  const row = await findExport(tx, log.value, id, now);
  const isOwn = row !== undefined && (await isSamePerson(tx, log.value, caller.clientId, [row.requested_by]));
  return row === undefined || !isOwn ? fail('export_not_found') : ok({ log: log.value, row });
}
