/** Patterns of the values that differ from run to run. Everything else that a guide shows must match exactly. */
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['access token', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g],
  ['secret', /\bwhsec_[\w+/=]+/g],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['masked card number', /\b400000X{6}\d{4}\b/g],
  ['exid', /\b9\d{18}\b/g],
  ['time', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g],
  ['time', /\b\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\b/g],
  ['day', /\b20\d\d-\d\d-\d\d\b/g],
  ['server', /http:\/\/127\.0\.0\.1:\d+/g],
  ['digest', /\b[0-9a-f]{64}\b/g],
];

/** Members whose values are generated, or depend on the calendar. */
const VOLATILE: ReadonlySet<string> = new Set(['Approval_Code', 'approval_code']);

type Json = unknown;

/** Replaces values that differ from run to run with their names. */
export function normalizeText(text: string): string {
  return FORMS.reduce((whole, [name, form]) => whole.replace(form, `<${name}>`), text).trim();
}

function normalizeJson(value: Json, name = ''): Json {
  if (VOLATILE.has(name) && value !== null) return `<${name}>`;
  if (typeof value === 'string') return normalizeText(value);
  if (Array.isArray(value)) return value.map((each) => normalizeJson(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normalizeJson(member, key)]));
}

/** Parses both texts as JSON for a comparison. A shortened answer is compared only with the parts that it shows. */
export function comparable(
  documented: string,
  actual: string,
  isShortened: boolean,
): { documented: Json; actual: Json } {
  const [expected, answered] = [documented, actual].map((text) => normalizeJson(JSON.parse(text)));
  return { documented: expected, actual: isShortened ? asFarAs(expected, answered) : answered };
}

function asFarAs(documented: Json, actual: Json): Json {
  if (Array.isArray(documented) && Array.isArray(actual)) {
    return actual.slice(0, documented.length).map((each, at) => asFarAs(documented[at], each));
  }
  if (typeof documented !== 'object' || typeof actual !== 'object' || documented === null || actual === null)
    return actual;
  if (Array.isArray(documented) || Array.isArray(actual)) return actual;
  const members = actual as Record<string, Json>;
  const entries = Object.entries(documented).filter(([name]) => name in members);
  return Object.fromEntries(entries.map(([name, value]) => [name, asFarAs(value, members[name])]));
}
