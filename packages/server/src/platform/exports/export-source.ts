import { AUDIT_PROOF, CSV_LISTS, type CsvList, type ExportList, type JsonObject } from '@cardwright/contract';
import { callerLog } from '../access/index.ts';
import { exportPage, openAuditExport, readChainRangeOfRows } from '../audit/index.ts';
import { requireValue } from '../kernel/required.ts';
import { ok, type Result } from '../kernel/result.ts';
import { readTimeRange } from '../kernel/time/time-range.ts';
import type { OperationContext, RestImplementation } from '../operation/index.ts';
import { cellText, csvLine } from './csv.ts';
import type { ExportDeps } from './export-deps.ts';

/** A page of a file. `next` is the place where the next page begins; null after the last one. */
interface ExportPage {
  readonly text: string;
  readonly rows: number;
  readonly next: string | null;
}

type ReadPage = (
  context: OperationContext,
  query: Readonly<Record<string, string>>,
  cursor: string | null,
) => Promise<Result<ExportPage, string>>;

/** Reads a list page by page as parts of a file. The first page has no cursor. */
export function exportSource(deps: ExportDeps, list: ExportList): ReadPage {
  return list === AUDIT_PROOF ? readProofPage : csvSource(deps, list);
}

const LARGEST_PAGE = '200';

/** Runs the operation of the list as the caller, so that the file has the rows that the caller sees in the list. */
function csvSource({ operation, calendarOf }: ExportDeps, list: CsvList): ReadPage {
  const { operation: contract, entries, columns } = CSV_LISTS[list];
  const heading = csvLine(columns);
  return async (context, query, cursor) => {
    const implementation = requireValue(operation(contract.id), 'the operation of an exported list');
    const isoTime = calendarOf(callerLog(context.caller))?.isoTime ?? ((at: Date) => at.toISOString());
    const page = await runList(implementation, context, { ...query, limit: LARGEST_PAGE, ...(cursor && { cursor }) });
    if (!page.ok) return page;
    const rows = page.value[entries] as readonly JsonObject[];
    const lines = rows.map((row) => csvLine(columns.map((name) => cellText(row[name], isoTime))));
    const next = (page.value.next ?? page.value.next_cursor ?? null) as string | null;
    return ok({ text: (cursor === null ? heading : '') + lines.join(''), rows: rows.length, next });
  };
}

/** Runs a list for its caller. The reads are not audited one by one: the export audits them as a whole. */
export async function runList(
  { run }: RestImplementation,
  context: OperationContext,
  query: Readonly<Record<string, string>>,
): Promise<Result<Readonly<Record<string, unknown>>, string>> {
  const quiet: OperationContext = { ...context, audit: () => {}, warn: () => {} };
  const result = await run(quiet, { params: {}, query, body: null, headers: {} } as never);
  return result.ok ? ok(result.value.body as Readonly<Record<string, unknown>>) : result;
}

/** Returns the rows that the filters select, and the links of all others, so that the chain can be checked. */
const readProofPage: ReadPage = async ({ tx, caller }, query, cursor) => {
  const log = callerLog(caller);
  const { from, to } = readTimeRange(query);
  const opened =
    cursor === null ? await openAuditExport(tx, log, await readChainRangeOfRows(tx, log, from, to)) : undefined;
  const position = cursor ?? opened?.position;
  if (position === undefined) return ok({ text: '', rows: 0, next: null });
  const { lines, rows, next } = await exportPage(tx, log, position, query);
  const text = [...(opened === undefined ? [] : [opened.line]), ...lines].map((line) => `${line}\n`).join('');
  return ok({ text, rows, next });
};
