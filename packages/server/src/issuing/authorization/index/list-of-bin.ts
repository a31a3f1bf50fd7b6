import type { Page, Place } from '../../../platform/kernel/page.ts';
import type { DisplayRow } from './index-name.ts';
import type { LateRow } from './late-answer-page-store.ts';

/** A page of a list: one row more than it holds, and the last row that was scanned if more may follow. */
export interface ScannedPage {
  readonly rows: readonly (DisplayRow | LateRow)[];
  readonly scannedTo: Place | undefined;
}

/** Rows that one read of the list examines. */
const CHUNK = 1_000;
/** The most rows that one page examines. Rarer matches are spread over several pages. */
const MAX_EXAMINED = 10_000;

/**
 * A page of the rows whose card number begins with a BIN. The index does not store the BIN: cards and the index may be on
 * different nodes, so the named rows are filtered.
 */
export async function listOfBin(
  bin: string,
  { before, limit }: Page,
  readRows: (page: Page) => Promise<ScannedPage>,
  placeOf: (row: DisplayRow | LateRow) => Place,
): Promise<ScannedPage> {
  const matches: (DisplayRow | LateRow)[] = [];
  for (let at = before, examined = CHUNK; ; examined += CHUNK) {
    const { rows, scannedTo } = await readRows({ before: at, limit: CHUNK });
    matches.push(...rows.slice(0, CHUNK).filter((row) => isOfBin(row, bin)));
    const last = rows.length > CHUNK ? rows[CHUNK - 1] : undefined;
    if (last === undefined) return { rows: matches, scannedTo };
    at = placeOf(last);
    if (matches.length > limit || examined === MAX_EXAMINED) return { rows: matches, scannedTo: at };
  }
}

/** Whether the card number begins with these six to eight digits. The BIN of the product may be shorter or longer than they are. */
function isOfBin({ bin, masked_number: number }: DisplayRow, digits: string): boolean {
  if (bin == null || number === null || !number.startsWith(digits.slice(0, 6))) return false;
  return bin.startsWith(digits) || digits.startsWith(bin);
}
