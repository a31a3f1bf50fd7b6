/** Writes parts of a page that are generated from the contract as Markdown. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');
}

/** Escapes a bar and a line break, which would end the cell. Braces and angle brackets of plain text stay unchanged. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ') || ' ';
}

export const code = (text: string) => `\`${text}\``;

/** Removes the columns that are empty in all rows. */
export function withoutEmptyColumns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const usedColumns = head.map((_, column) => rows.some((row) => row[column] !== ''));
  const usedCells = (cells: readonly string[]) => cells.filter((_, column) => usedColumns[column]);
  return table(usedCells(head), rows.map(usedCells));
}

/** A link from one page to another file, both given from the root of the repository. */
export function linkTo(page: string, target: string): string {
  const from = page.split('/').slice(0, -1);
  const to = target.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  const path = [...up, ...to.slice(shared)].join('/');
  return path.startsWith(`${page.split('/').at(-1)}#`) ? path.slice(path.indexOf('#')) : path;
}
