import { isJsonObject, type JsonValue, parseJson } from '@cardwright/contract';
import { parse } from 'csv-parse/browser/esm/sync';
import { emptyRecord, type Json, MERCHANT_SCHEMA, schemaAt, toSentRecord, withValueAt } from './form-schema.ts';

/** The maximum number of merchants in a file. */
export const MAX_ROWS = 1_000;

export type FileFault = 'noMerchants' | 'tooMany' | 'unreadable' | 'unknownColumns';

export type ParsedFile =
  | { readonly merchants: readonly Json[] }
  | { readonly fault: FileFault; readonly about?: string };

/** Reads merchants from CSV, whose columns are paths such as `addresses[0].city`, or from JSON. */
export function parseMerchantFile(text: string): ParsedFile {
  const content = text.replace(/^\uFEFF/, '').trim();
  const parsed = /^[[{]/.test(content) ? parseJsonFile(content) : parseCsvFile(content);
  if ('fault' in parsed) return parsed;
  if (parsed.merchants.length === 0) return { fault: 'noMerchants' };
  return parsed.merchants.length > MAX_ROWS ? { fault: 'tooMany' } : parsed;
}

/** A list of merchants, or the body of an onboarding request. Numbers keep their digits: a rate of 1.10 stays 1.10. */
function parseJsonFile(content: string): ParsedFile {
  const parsed = parseJson(content);
  if (!parsed.ok) return { fault: 'unreadable' };
  const merchants = Array.isArray(parsed.value) ? parsed.value : applicationsOf(parsed.value).flatMap(merchantsOf);
  return merchants.every((one) => isJsonObject(one)) ? { merchants: merchants as Json[] } : { fault: 'unreadable' };
}

function applicationsOf(value: JsonValue): readonly JsonValue[] {
  const payload = isJsonObject(value) ? value.payload : undefined;
  const applications = isJsonObject(payload) ? payload.applications : undefined;
  return Array.isArray(applications) ? applications : [value];
}

function merchantsOf(application: JsonValue): JsonValue[] {
  const merchants = isJsonObject(application) ? application.merchants : undefined;
  return Array.isArray(merchants) ? merchants : [];
}

function parseCsvFile(content: string): ParsedFile {
  const lines = parseCsv(content);
  if (lines === undefined) return { fault: 'unreadable' };
  const [columns = [], ...rows] = lines;
  const unknown = columns.filter((path) => schemaAt(MERCHANT_SCHEMA, path) === undefined);
  if (unknown.length > 0) return { fault: 'unknownColumns', about: unknown.join(', ') };
  const merchants = rows.map((cells) => {
    const filled = columns
      .map((path, at) => [path, cells[at]?.trim() ?? ''] as const)
      .filter(([, cell]) => cell !== '');
    const record = filled.reduce<unknown>(
      (of, [path, cell]) => withValueAt(of, path, cell),
      emptyRecord(MERCHANT_SCHEMA),
    );
    return toSentRecord(MERCHANT_SCHEMA, record) as Json;
  });
  return { merchants };
}

/** Splits CSV into lines of cells, or returns undefined if it is not CSV. */
function parseCsv(content: string): readonly (readonly string[])[] | undefined {
  try {
    return parse(content, { relax_column_count: true, skip_empty_lines: true, skip_records_with_empty_values: true });
  } catch {
    return undefined;
  }
}

/** The columns of an empty file: the required fields, with one entry of each list. */
export function templateColumns(): readonly string[] {
  const paths = (schema: typeof MERCHANT_SCHEMA, path: string): readonly string[] => {
    if (schema.items !== undefined) return paths(schema.items, `${path}[0]`);
    if (schema.properties === undefined) return [path];
    return (schema.required ?? []).flatMap((name) =>
      paths(schema.properties?.[name] ?? {}, path === '' ? name : `${path}.${name}`),
    );
  };
  return paths(MERCHANT_SCHEMA, '');
}
