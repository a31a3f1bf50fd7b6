/** Returns a value that must exist. Otherwise the error names what is missing, before a later one about undefined. */
export function requireValue<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`${what} is missing`);
  return value;
}
