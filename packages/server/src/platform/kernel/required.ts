/** What has to be there. Where it is not, the fault names what was missed, instead of a later one about undefined. */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
