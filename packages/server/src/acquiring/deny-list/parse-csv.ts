import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { BodyError, Finding } from '@cardwright/contract';
import { CsvError, parse } from 'csv-parse';

/** How many bytes are parsed before the parser yields to the event loop. */
const CHUNK_BYTES = 1024;
/**
 * How many lines may have a different number of columns than the first line. With more, the file is not a deny list,
 * and each such line is slow to parse.
 */
const MAX_UNEVEN = 1_000;

export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Returns the rows of a CSV up to the place where it is not readable. */
export async function parseRows(raw: Buffer): Promise<{ rows: CsvRow[]; broken: Finding<BodyError> | undefined }> {
  const rows: CsvRow[] = [];
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
    if (parser.info.invalid_field_length > MAX_UNEVEN) {
      // Such lines have findings already.
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
  return findingAt(
    path,
    'wrong_format',
    'cannot be read as CSV: a quote is misplaced',
    `correct the quotes of ${path}`,
  );
}

export function findingAt(path: string, error: BodyError, message: string, action: string): Finding<BodyError> {
  return { path, error, message, action };
}
