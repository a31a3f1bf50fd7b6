import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type BodyError, type Finding, forbiddenCharacter } from '@cardwright/contract';
import { CsvError, parse } from 'csv-parse';
import { namesOtherCharset, OTHER_CHARSET } from '../../kernel/charset.ts';
import { maskValidCardNumbers } from '../../kernel/masked-text.ts';
import { fail, ok } from '../../kernel/result.ts';
import { gatherFindings } from '../../kernel/told-findings.ts';
import { AbandonedBody, type BodyReader } from '../../operation/index.ts';
import { nameKey } from './name-key.ts';

const LIMIT_BYTES = 1024 * 1024;
const CSV_TYPE = /^text\/csv(?:\s*;|$)/i;
const COLUMNS = { name: 100, reason: 500 } as const;
/** Bytes parsed in one go, before other work of the event loop gets its turn. */
const CHUNK_BYTES = 1024;
/**
 * How many lines may have another number of columns than the first. Beyond that it is not a deny list, and each such
 * line is slow to parse.
 */
const MOST_UNEVEN = 1_000;
/** How many columns of the first line are checked. */
const MOST_COLUMNS = 50;
const NAMES_AT_ONCE = 250;

export interface DenyList {
  readonly names: readonly { readonly key: string; readonly name: string; readonly reason: string }[];
  /** Lines with the same name key as an earlier one. */
  readonly alike: number;
  readonly findings: readonly Finding<BodyError>[];
  /** Findings beyond those that are listed. */
  readonly unlisted: number;
}

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Reads a CSV with the columns name and reason, and reports all its errors by line. */
export const denyListReader: BodyReader<DenyList> = {
  limitBytes: LIMIT_BYTES,
  async read({ contentType, raw }) {
    if (raw instanceof AbandonedBody) return fail('body_unreadable', { message: raw.reason });
    if (contentType === undefined || !CSV_TYPE.test(contentType)) {
      return fail('body_unreadable', { message: 'Content-Type must be text/csv' });
    }
    if (namesOtherCharset(contentType)) return fail('body_unreadable', { message: OTHER_CHARSET });
    if (!Buffer.isBuffer(raw) || raw.length === 0) return fail('body_unreadable', { message: 'body is empty' });
    if (!isUtf8(raw)) return fail('body_unreadable', { message: 'body is not UTF-8' });
    const { rows, broken } = await parseRows(raw);
    const content = await readRows(rows, broken);
    return ok({ content, findings: [], warnings: [] });
  },
};

async function parseRows(raw: Buffer): Promise<{ rows: Row[]; broken: Finding<BodyError> | undefined }> {
  const rows: Row[] = [];
  let failure: Error | undefined;
  const parser = parse({ bom: true, info: true, trim: true, relax_column_count: true, skip_empty_lines: true });
  parser.on('data', ({ record, info }: { record: string[]; info: { lines: number } }) => {
    rows.push({ line: info.lines, fields: record });
  });
  const ended = finished(parser).catch((error: Error) => {
    failure = error;
  });
  for (let from = 0; from < raw.length && failure === undefined; from += CHUNK_BYTES) {
    parser.write(raw.subarray(from, from + CHUNK_BYTES));
    await setImmediate();
    if (parser.info.invalid_field_length > MOST_UNEVEN) {
      // such lines are findings already
      parser.destroy();
      return { rows, broken: undefined };
    }
  }
  parser.end();
  await ended;
  return { rows, broken: failure === undefined ? undefined : brokenAt(failure) };
}

function brokenAt(error: Error): Finding<BodyError> {
  const { lines } = error instanceof CsvError ? (error as { lines?: number }) : {};
  const path = lines === undefined ? 'the list' : `line ${lines}`;
  return finding(path, 'wrong_format', 'cannot be read as CSV: a quote is misplaced', `correct the quotes of ${path}`);
}

async function readRows(rows: readonly Row[], broken: Finding<BodyError> | undefined): Promise<DenyList> {
  const found = gatherFindings<BodyError>();
  const [header, ...lines] = rows;
  const columns = header?.fields.slice(0, MOST_COLUMNS).map((name) => name.toLowerCase()) ?? [];
  const wrong = checkHeader(columns);
  found.add(wrong);
  const byKey = new Map<string, DenyList['names'][number]>();
  // without the two columns, lines cannot be checked
  if (wrong.length === 0) {
    for (const [index, row] of lines.entries()) {
      if (index % NAMES_AT_ONCE === 0) await setImmediate();
      const { name, findings } = readLine(row, columns);
      found.add(findings);
      if (!byKey.has(name.key)) byKey.set(name.key, name);
    }
  }
  if (broken !== undefined) found.add([broken]);
  const alike = lines.length - byKey.size;
  return { names: [...byKey.values()], alike, findings: found.listed, unlisted: found.count - found.listed.length };
}

function checkHeader(columns: readonly string[]): Finding<BodyError>[] {
  const missing = Object.keys(COLUMNS).filter((name) => !columns.includes(name));
  const surplus = columns.flatMap((name, at) =>
    Object.hasOwn(COLUMNS, name) && columns.indexOf(name) === at ? [] : [at + 1],
  );
  return [
    ...missing.map((name) =>
      finding('line 1', 'field_missing', `has no column ${name}`, `add the column ${name} to line 1`),
    ),
    ...surplus.map((place) =>
      finding(
        'line 1',
        'value_not_allowed',
        `column ${place} is neither name nor reason, or appears twice`,
        `remove column ${place}`,
      ),
    ),
  ];
}

function readLine({ line, fields }: Row, columns: readonly string[]) {
  const path = `line ${line}`;
  const findings: Finding<BodyError>[] = [];
  const read = (column: keyof typeof COLUMNS) => {
    const value = fields[columns.indexOf(column)] ?? '';
    const most = COLUMNS[column];
    if (value === '')
      findings.push(finding(path, 'field_missing', `${column} is mandatory`, `give ${path} a ${column}`));
    if ([...value].length > most) {
      const limit = `at most ${most} characters`;
      findings.push(finding(path, 'wrong_length', `${column} must be ${limit}`, `shorten the ${column} of ${path}`));
    }
    if (forbiddenCharacter(value) !== undefined) {
      const action = `remove control characters and line breaks from ${path}`;
      findings.push(finding(path, 'wrong_format', `${column} must be printable text in one line`, action));
    }
    return maskValidCardNumbers(value);
  };
  const name = read('name');
  const reason = read('reason');
  // no key is computed for a name that is refused anyway: it may have a megabyte
  const key = findings.length === 0 ? nameKey(name) : '';
  if (findings.length === 0 && key === '') {
    findings.push(
      finding(path, 'value_not_allowed', 'name has no letter and no digit', `give ${path} a name that can be compared`),
    );
  }
  if (fields.length > columns.length) {
    const action = `put texts with commas in ${path} in quotes`;
    findings.push(
      finding(path, 'value_not_allowed', `has ${fields.length} columns instead of ${columns.length}`, action),
    );
  }
  return { name: { key, name, reason }, findings };
}

function finding(path: string, error: BodyError, message: string, action: string): Finding<BodyError> {
  return { path, error, message, action };
}
