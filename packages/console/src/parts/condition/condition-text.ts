import { ExactNumber, isJsonObject, type JsonValue, parseJson } from '@cardwright/contract';
import { faultyJsonLine } from './faulty-json-line.ts';

export type ParsedCondition =
  | { readonly isJson: true; readonly value: JsonValue }
  | { readonly isJson: false; readonly line: number | undefined };

/**
 * Parses the text of a condition. For text that is not accepted, it returns the line where the text stops being JSON,
 * or undefined if the text is JSON.
 */
export function parseCondition(text: string): ParsedCondition {
  const parsed = parseJson(text);
  return parsed.ok ? { isJson: true, value: parsed.value } : { isJson: false, line: faultyJsonLine(text) };
}

/**
 * Formats a condition from the form as text. A number that exceeds the precision of a double stays a text, as on the
 * server.
 */
export function formatCondition(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}

/** The condition as it is sent, without undefined members. */
export function conditionToSend(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Formats the texts and numbers of a value as one line of a form. */
export function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (value instanceof ExactNumber) return value.text;
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
