/** Length of a requestId in the interface. */
const LENGTH = 25;

/**
 * Returns the id of the request that boards this merchant. The same content has the same id, so the server answers a
 * second submission with the stored answer and boards nothing twice.
 */
export async function requestIdOf(merchant: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(merchant, sortedMembers));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `C-${hex}`.slice(0, LENGTH).toUpperCase();
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (value?.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
