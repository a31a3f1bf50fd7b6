import type { Export } from '@cardwright/contract';
import type { ExportDeps } from './export-deps.ts';
import type { ExportRow } from './export-store.ts';

export function toExportResponse({ calendarOf }: Pick<ExportDeps, 'calendarOf'>, log: string, row: ExportRow): Export {
  return {
    export_id: row.export_id,
    list: row.list,
    query: JSON.parse(row.query) as Record<string, string>,
    state: row.state,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    time_zone: calendarOf(log)?.timeZone ?? 'UTC',
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    ...(row.failure !== null && { failure: row.failure }),
  };
}
