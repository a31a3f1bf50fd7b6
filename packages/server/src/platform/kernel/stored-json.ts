import { isJsonObject, type JsonObject, parseJson } from '@cardwright/contract';

/**
 * Reads an object that `writeJson` wrote. A replayed answer must equal the first one digit by digit, but the native
 * parser would turn an account id of 28 digits into 1.23e+27.
 */
export function readStoredJson(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value))
    throw new Error('a stored text is not the JSON object that was written');
  return parsed.value;
}
