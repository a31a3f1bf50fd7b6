import Table from 'cli-table3';
import { bold } from './paint.ts';

/** No borders around cells, so that shell tools can cut columns. */
const BARE = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((place) => [place, '']),
);

/** Formats rows under headings, with each column as wide as its content. */
export function tableText(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const table = new Table({
    head: head.map(bold),
    chars: { ...BARE, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => row.map(cell)));
  return withoutTrailingBlanks(table.toString());
}

/** Formats names with their values, one per line. */
export function factsOf(facts: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? '' : tableText([], entries);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) && value.every((entry) => typeof entry !== 'object')
    ? value.join(', ')
    : JSON.stringify(value);
}

function withoutTrailingBlanks(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
