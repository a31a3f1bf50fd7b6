import { createClient, type FieldSchema, isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';
import { jsonOf, objectIn } from '../exchange.ts';
import { type TopicCheck, topicCheck } from './topic-check.ts';

/** Names the sent fields that the response omits or changes. Truncation of a value is an operator's setting. */
export function mirrorCheck(sentValue: string | undefined, answer: JsonObject): TopicCheck {
  const root = Object.values(jsonOf(sentValue) ?? {})[0];
  const body = objectIn(Object.values((root ?? {}) as JsonObject)[0], 'body') ?? {};
  const lostPath = lostIn(createClient.requestBody as unknown as FieldSchema, body, objectIn(answer, 'body'), '');
  return topicCheck(
    'client.mirror',
    lostPath.length === 0,
    `the response does not mirror ${lostPath.slice(0, 5).join(', ')}`,
  );
}

/** Compares only the fields of the table, because other members belong to the sender. */
function lostIn(schema: FieldSchema, sentValue: JsonValue, answered: JsonValue | undefined, path: string): string[] {
  if (Array.isArray(sentValue)) {
    if (!Array.isArray(answered)) return [path];
    return sentValue.flatMap((entry, at) => lostIn(schema.items ?? {}, entry, answered[at], `${path}[]`));
  }
  if (isJsonObject(sentValue)) {
    if (!isJsonObject(answered)) return [path];
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const value = sentValue[name];
      return value === undefined ? [] : lostIn(field, value, answered[name], at(name));
    });
  }
  const isCut = typeof sentValue === 'string' && typeof answered === 'string' && isCutTo(sentValue, answered);
  return sentValue === answered || isCut ? [] : [path];
}

/** Whether the response truncates the value, which an operator can do to its own maximum lengths. */
function isCutTo(sentValue: string, answered: string): boolean {
  return [5, 10, 20, 50].includes([...answered].length) && sentValue.startsWith(answered);
}
