import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { type BodyError, type Finding, forbiddenCharacter } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import { namesOtherCharset, OTHER_CHARSET } from '../../platform/kernel/text/charset.ts';
import { collectFindings } from '../../platform/kernel/text/finding-list.ts';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NOT_UTF_8 } from '../../platform/kernel/well-formed-text.ts';
import { type BodyReader, IncompleteBody } from '../../platform/operation/index.ts';
import { nameKey } from './name-key.ts';
import { type CsvRow, findingAt, parseRows } from './parse-csv.ts';

const LIMIT_BYTES = 1024 * 1024;
const CSV_TYPE = /^text\/csv(?:\s*;|$)/i;
const COLUMNS = { name: 100, reason: 500 } as const;
/** How many columns of the first line are checked. */
const MAX_COLUMNS = 50;
const NAMES_AT_ONCE = 250;

export interface DenyList {
  readonly names: readonly { readonly key: string; readonly name: string; readonly reason: string }[];
  /** Number of lines whose name key equals that of an earlier line. */
  readonly alike: number;
  readonly findings: readonly Finding<BodyError>[];
  /** Number of findings beyond those that are listed. */
  readonly omittedCount: number;
}

/** Reads a CSV with the columns name and reason, and reports all errors by line. */
export const denyListReader: BodyReader<DenyList> = {
  limitBytes: LIMIT_BYTES,
  async read({ contentType, raw: body }) {
    const raw = body instanceof ByteParts ? body.whole() : body;
    if (raw instanceof IncompleteBody) return fail('body_unreadable', { message: raw.reason });
    if (contentType === undefined || !CSV_TYPE.test(contentType)) {
      return fail('body_unreadable', { message: 'Content-Type must be text/csv' });
    }
    if (namesOtherCharset(contentType)) return fail('body_unreadable', { message: OTHER_CHARSET });
    if (!Buffer.isBuffer(raw) || raw.length === 0) return fail('body_unreadable', { message: 'body is empty' });
    if (!isUtf8(raw)) return fail('body_unreadable', { message: NOT_UTF_8 });
    const { rows, broken } = await parseRows(raw);
    const content = await readRows(rows, broken);
    return ok({ content, findings: [], warnings: [] });
  },
};

async function readRows(rows: readonly CsvRow[], broken: Finding<BodyError> | undefined): Promise<DenyList> {
  const collected = collectFindings<BodyError>();
  const [header, ...lines] = rows;
  const columns = header?.fields.slice(0, MAX_COLUMNS).map((name) => name.toLowerCase()) ?? [];
  const wrong = checkHeader(columns);
  collected.add(wrong);
  const byKey = new Map<string, DenyList['names'][number]>();
  // Lines cannot be checked without the two columns.
  if (wrong.length === 0) {
    for (const [index, row] of lines.entries()) {
      if (index % NAMES_AT_ONCE === 0) await setImmediate();
      const { name, findings } = readLine(row, columns);
      collected.add(findings);
      if (!byKey.has(name.key)) byKey.set(name.key, name);
    }
  }
  if (broken !== undefined) collected.add([broken]);
  const duplicateCount = lines.length - byKey.size;
  return {
    names: [...byKey.values()],
    alike: duplicateCount,
    findings: collected.items,
    omittedCount: collected.count - collected.items.length,
  };
}

function checkHeader(columns: readonly string[]): Finding<BodyError>[] {
  const missingColumns = Object.keys(COLUMNS).filter((name) => !columns.includes(name));
  const surplus = columns.flatMap((name, at) =>
    Object.hasOwn(COLUMNS, name) && columns.indexOf(name) === at ? [] : [at + 1],
  );
  return [
    ...missingColumns.map((name) =>
      findingAt('line 1', 'field_missing', `has no column ${name}`, `add the column ${name} to line 1`),
    ),
    ...surplus.map((place) =>
      findingAt(
        'line 1',
        'value_not_allowed',
        `column ${place} is neither name nor reason, or appears twice`,
        `remove column ${place}`,
      ),
    ),
  ];
}

function readLine({ line, fields }: CsvRow, columns: readonly string[]) {
  const path = `line ${line}`;
  const findings: Finding<BodyError>[] = [];
  const read = (column: keyof typeof COLUMNS) => {
    const value = fields[columns.indexOf(column)] ?? '';
    const most = COLUMNS[column];
    if (value === '')
      findings.push(findingAt(path, 'field_missing', `${column} is mandatory`, `add a ${column} to ${path}`));
    if ([...value].length > most) {
      const limit = `at most ${most} characters`;
      findings.push(findingAt(path, 'wrong_length', `${column} must be ${limit}`, `shorten the ${column} of ${path}`));
    }
    if (forbiddenCharacter(value) !== undefined) {
      const action = `remove control characters and line breaks from ${path}`;
      findings.push(findingAt(path, 'wrong_format', `${column} must be printable text in one line`, action));
    }
    return maskValidCardNumbers(value);
  };
  const name = read('name');
  const reason = read('reason');
  // A name with findings gets no key, because it may have a megabyte.
  const key = findings.length === 0 ? nameKey(name) : '';
  if (findings.length === 0 && key === '') {
    findings.push(
      findingAt(
        path,
        'value_not_allowed',
        'name has no letter and no digit',
        `set ${path} to a name that can be compared`,
      ),
    );
  }
  if (fields.length > columns.length) {
    const action = `put texts with commas in ${path} in quotes`;
    findings.push(
      findingAt(path, 'value_not_allowed', `has ${fields.length} columns instead of ${columns.length}`, action),
    );
  }
  return { name: { key, name, reason }, findings };
}
