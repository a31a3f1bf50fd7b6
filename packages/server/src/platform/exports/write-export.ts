import { ERRORS, type ErrorName, EXPORT_HOURS, MAX_EXPORTED_ROWS, operationOfList } from '@cardwright/contract';
import { callerOfHolder } from '../access/index.ts';
import { type AuditFacts, acquirerLog } from '../audit/index.ts';
import type { BackgroundThrottle } from '../kernel/concurrency/background-throttle.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { type OperationContext, runWork, type WorkContext, type WorkDeps } from '../operation/index.ts';
import type { ReadHolderScopes } from '../outbox/index.ts';
import { type ExportDeps, exportPartContext } from './export-deps.ts';
import { addPart, endExport, type LeasedExport } from './export-run-store.ts';
import { exportSource } from './export-source.ts';
import type { ExportRow } from './export-store.ts';

/** A part of a file ends after the page that reaches one of these maxima. */
const PART_CHARACTERS = 262_144;
const PART_PAGES = 10;
const HOUR_MS = 3_600_000;

export interface WriteExportDeps extends ExportDeps, WorkDeps {
  readonly holderScopes: ReadHolderScopes;
  readonly clock: Clock;
  readonly throttle: BackgroundThrottle;
}

/** The progress of an export. */
interface Progress {
  readonly rows: number;
  readonly parts: number;
  readonly cursor: string | null;
}

/** Writes the parts of an export until it ends, is deleted, or this server stops. */
export async function writeExport(
  deps: WriteExportDeps,
  leased: LeasedExport,
  row: ExportRow,
  ended: AbortSignal,
): Promise<void> {
  let progress: Progress | undefined = { rows: Number(row.rows), parts: row.parts, cursor: row.cursor };
  // an export whose server stopped after the last part has parts, and no cursor to continue from
  if (row.parts > 0 && row.cursor === null) return await end(deps, leased, row, progress, null);
  while (progress !== undefined && !ended.aborted) {
    const startedAt = performance.now();
    progress = await writePart(deps, leased, row, progress);
    await deps.throttle(performance.now() - startedAt);
  }
  ended.throwIfAborted();
}

/** Writes the next part in one transaction. Returns undefined if nothing is left to do. */
async function writePart(
  deps: WriteExportDeps,
  leased: LeasedExport,
  row: ExportRow,
  { rows, parts, cursor }: Progress,
): Promise<Progress | undefined> {
  const caller = await callerOf(deps, leased.log, row);
  const scope = [operationOfList(row.list).scope, 'exports:own' as const].find((one) => !caller.scopes.has(one));
  if (scope !== undefined)
    return await end(deps, leased, row, { rows, parts, cursor }, `The requester no longer has the scope ${scope}`);
  const source = exportSource(deps, row.list);
  const query = JSON.parse(row.query) as Record<string, string>;
  const now = deps.clock.now();
  const stepResult = await deps.database.transaction<Progress | 'lost' | { readonly failure: string }>(async (tx) => {
    const context = { tx, caller, now, requestId: requestIdOf(row), audit: () => {}, warn: () => {} };
    let [text, added, next] = ['', 0, cursor];
    for (let page = 0; page < PART_PAGES && text.length < PART_CHARACTERS; page += 1) {
      const read = await source(context satisfies OperationContext, query, next);
      if (!read.ok) {
        const failure = read.message ?? ERRORS[read.error as ErrorName].text;
        return { commit: false, result: { failure } };
      }
      text += read.value.text;
      added += read.value.rows;
      next = read.value.next;
      if (next === null) break;
    }
    const part = parts + 1;
    const sealed = deps.vault.seal(exportPartContext(leased.log, row.export_id, part), text);
    const bytes = Buffer.byteLength(text);
    const isOwn = await addPart(tx, leased, { part, text: sealed, rows: added, bytes, cursor: next });
    return { commit: isOwn, result: isOwn ? { rows: rows + added, parts: part, cursor: next } : 'lost' };
  });
  if (stepResult === 'lost') return undefined;
  if ('failure' in stepResult) return await end(deps, leased, row, { rows, parts, cursor }, stepResult.failure);
  if (stepResult.cursor === null) return await end(deps, leased, row, stepResult, null);
  if (stepResult.rows < MAX_EXPORTED_ROWS) return stepResult;
  const failure = `The list has more than ${MAX_EXPORTED_ROWS} entries: narrow its filters, such as its period`;
  return await end(deps, leased, row, stepResult, failure);
}

/** Ends the export and audits it in the name of its requester. */
async function end(
  deps: WriteExportDeps,
  leased: LeasedExport,
  row: ExportRow,
  { rows }: Progress,
  failure: string | null,
): Promise<undefined> {
  const at = deps.clock.now();
  const work = { operation: 'exports.write-export', actor: row.requested_by, requestId: requestIdOf(row), now: at };
  await runWork(deps, work, async ({ tx, audit }: WorkContext) => {
    const isOwn = await endExport(tx, leased, { failure, at, expiresAt: expiryOf(at) });
    const details: AuditFacts = { list: row.list, rows, ...(failure !== null && { failure }) };
    if (isOwn) audit(leased.log, `export:${row.export_id}`, failure === null ? 'exported' : 'export failed', details);
    return { commit: isOwn, result: undefined };
  });
}

/** The time at which the file of an export that ends now is deleted. */
export function expiryOf(at: Date): Date {
  return new Date(at.getTime() + EXPORT_HOURS * HOUR_MS);
}

function requestIdOf({ export_id: id }: ExportRow): string {
  return `export:${id}`;
}

const ACQUIRER = acquirerLog('');

/** Returns the requester as a caller with its current scopes. */
async function callerOf({ holderScopes }: WriteExportDeps, log: string, row: ExportRow) {
  const owner = log.startsWith(ACQUIRER)
    ? { kind: 'acquirer' as const, ownerId: log.slice(ACQUIRER.length) }
    : { kind: 'bank' as const, ownerId: log };
  const { requested_by: name, requested_by_name: personName, requester_scopes: scopes } = row;
  return callerOfHolder(owner, { name, personName, scopes }, await holderScopes(owner, { name, scopes }));
}
