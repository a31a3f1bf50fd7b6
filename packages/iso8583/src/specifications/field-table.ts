import type { Field, Format, Prefix } from '../specification.ts';

type Display = NonNullable<Field['display']>;

/** A line of a field table: number, format, the prefix of a variable field, length, name, and what descriptions show. */
export type FieldRow =
  | readonly [number: number, format: Format, length: number, name: string, display?: Display]
  | readonly [number: number, format: Format, prefix: Prefix, length: number, name: string, display?: Display];

/** Lines of reserved fields, whose layout each network defines. */
export function reservedFields(first: number, last: number, owner: 'ISO' | 'national' | 'private'): FieldRow[] {
  return Array.from({ length: last - first + 1 }, (_, at) => [
    first + at,
    'ans',
    'LLL',
    999,
    `Reserved, ${owner}`,
    'never',
  ]);
}

export function fieldTable(rows: readonly FieldRow[]): Readonly<Record<number, Field>> {
  return Object.fromEntries(rows.map((row) => [row[0], toField(row)]));
}

function toField(row: FieldRow): Field {
  if (typeof row[2] === 'number') {
    const [, format, length, name, display = 'text'] = row as Extract<
      FieldRow,
      readonly [number, Format, number, ...unknown[]]
    >;
    return { name, format, length, display };
  }
  const [, format, prefix, length, name, display = 'text'] = row as Extract<
    FieldRow,
    readonly [number, Format, Prefix, ...unknown[]]
  >;
  return { name, format, length, prefix, display };
}
