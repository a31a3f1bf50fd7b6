/** A difference at a path in an object. `undefined` means that the side has no value there. */
export interface Difference {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares two JSON values. Entries of a list are matched by their `id` or `client_id`, if they have one. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  // An absent member is equivalent to null.
  if (JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return [];
  const [one, other] = [membersOf(before), membersOf(after)];
  if (one === undefined || other === undefined) return [{ path, before, after }];
  const isList = Array.isArray(before);
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const at = (name: string) => (isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`);
  return names.flatMap((name) => differencesOf(one[name], other[name], at(name)));
}

function membersOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return value as Record<string, unknown>;
  const ids = value.map((entry) => entry?.id ?? entry?.client_id);
  if (ids.length === 0 || ids.some((id) => typeof id !== 'string')) return undefined;
  return Object.fromEntries(value.map((entry, at) => [ids[at], entry]));
}
