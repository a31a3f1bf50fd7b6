import { isJsonObject, type JsonObject, type JsonValue } from '../../json/exact-number.ts';
import type { Finding } from '../../schema/finding.ts';

export function missing(path: string, message: string): Finding {
  return { path, error: 'field_missing', message, action: `add ${path}` };
}

export function notAllowed(path: string, message: string, action: string): Finding {
  return { path, error: 'value_not_allowed', message, action };
}

/** Returns an empty object for a member that is not an object; the schema has already reported it. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function eachObject(value: JsonValue | undefined, visit: (entry: JsonObject, index: number) => void): void {
  if (!Array.isArray(value)) return;
  for (const [index, entry] of value.entries()) if (isJsonObject(entry)) visit(entry, index);
}

export function isPresent(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== '';
}
