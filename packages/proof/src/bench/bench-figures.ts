/** The median of several rounds, because figures drift from minute to minute. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param sorted values in ascending order */
export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function ratioOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one / other;
}

export function compareWithGoal(
  name: string,
  value: number | undefined,
  goal: number,
  how: 'at least' | 'under',
  unit = '',
): string {
  const start = `  ${name.padEnd(22)}${figureText(value).padStart(8)}${unit}   wanted ${how} ${goal}${unit}: `;
  if (value === undefined) return `${start}not measured`;
  return start + ((how === 'under' ? value < goal : value >= goal) ? 'reached' : 'MISSED');
}

export function figureText(value: number | undefined): string {
  return value === undefined ? '-' : value.toFixed(2);
}

export function wholeText(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

const WIDTHS = [13, 12, 11, 8, 9, 11, 13, 9, 7, 7];

export function tableRow(cells: readonly string[]): string {
  const padded = cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[at]!)));
  return padded.join(' ').trimEnd();
}
