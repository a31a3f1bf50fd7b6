import { randomUUID } from 'node:crypto';
import {
  type BodyError,
  compile,
  type ExportList,
  type Finding,
  type JsonValue,
  MAX_EXPORTS_AT_ONCE,
  operationOfList,
  startExport,
  writeJson,
} from '@cardwright/contract';
import { requireValue } from '../kernel/required.ts';
import { type Failure, fail, ok } from '../kernel/result.ts';
import { implementRest, type RestError } from '../operation/index.ts';
import { holderOf } from '../outbox/index.ts';
import type { ExportDeps } from './export-deps.ts';
import { toExportResponse } from './export-response.ts';
import { runList } from './export-source.ts';
import { addExport, countActiveExports } from './export-store.ts';
import { exportLogOf } from './own-export.ts';

/** Requests an export of a list that the caller can read (docs/interface/exports.md#start). */
export function startExportOperation(deps: ExportDeps) {
  return implementRest(
    startExport,
    async (context, { body: { list, query: sent = {} } }) => {
      const { tx, caller, now, audit } = context;
      const exportLog = exportLogOf(caller);
      if (!exportLog.ok) return exportLog;
      const log = exportLog.value;
      const operation = operationOfList(list);
      if (!caller.scopes.has(operation.scope)) {
        return fail('scope_missing', { message: `The access token lacks the scope ${operation.scope}` });
      }
      const findings = queryFindings(list, sent);
      const [first] = findings;
      if (first !== undefined) return fail(first.error, { findings });
      const query = untilNow(list, sent, now);
      const implementation = requireValue(deps.operation(operation.id), 'the operation of an exported list');
      const firstPage = await runList(implementation, context, { ...query, limit: '1' });
      if (!firstPage.ok) return firstPage as Failure<RestError<typeof startExport>>;
      if ((await countActiveExports(tx, log)) >= MAX_EXPORTS_AT_ONCE) {
        return fail('state_forbids', {
          message: `${MAX_EXPORTS_AT_ONCE} exports wait or run already: one of them has to end first`,
        });
      }
      const holder = holderOf(caller);
      const row = await addExport(tx, log, {
        export_id: randomUUID(),
        list,
        query: writeJson(query),
        requested_at: now,
        requested_by: holder.name,
        requested_by_name: caller.person?.name ?? null,
        requester_scopes: holder.scopes === null ? null : [...holder.scopes],
      });
      audit(log, `export:${row.export_id}`, 'export started', { list, query });
      return ok({ body: toExportResponse(deps, log, row) });
    },
    {
      secondPerson: async (_, { body: { list, query = {} } }) => ({
        kinds: ['export'],
        subject: `export:${list}`,
        // an export changes nothing, so no other change can come first
        version: '1',
        display: { before: null, after: { list, query } },
      }),
    },
  );
}

/** Faults of the filters. The export itself reads the pages. */
function queryFindings(list: ExportList, filters: Readonly<Record<string, string>>): Finding<BodyError>[] {
  const { properties } = operationOfList(list).query;
  const unfit = Object.keys(filters)
    .filter((name) => name === 'limit' || name === 'cursor' || !Object.hasOwn(properties, name))
    .map((name): Finding<BodyError> => {
      return { path: `query.${name}`, error: 'value_not_allowed', message: 'is no filter of this list' };
    });
  if (unfit.length > 0) return unfit;
  return compile(operationOfList(list).query)(filters as JsonValue, 'query').findings as Finding<BodyError>[];
}

/** Ends the period of a list now, so that the file has the entries of one moment. */
function untilNow(list: ExportList, query: Readonly<Record<string, string>>, now: Date): Record<string, string> {
  const hasPeriod = Object.hasOwn(operationOfList(list).query.properties, 'to');
  return hasPeriod && query.to === undefined
    ? { ...query, to: new Date(now.getTime() + 1).toISOString() }
    : { ...query };
}
