import { ExactNumber, isJsonObject, type JsonValue, parseJson } from '@cardwright/contract';
import { faultyJsonLine } from './faulty-json-line.ts';

export type ParsedCondition =
  | { readonly isJson: true; readonly value: JsonValue }
  | { readonly isJson: false; readonly line: number | undefined };

/** What the text of a condition holds; where it is no JSON, the line in which that shows; undefined where it is JSON that nobody takes. */
export function parseCondition(text: string): ParsedCondition {
  const parsed = parseJson(text);
  return parsed.ok ? { isJson: true, value: parsed.value } : { isJson: false, line: faultyJsonLine(text) };
}

/** The text that a form makes of a condition. A number whose digits a double cannot hold is kept as a text, as the server keeps it. */
export function formatCondition(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}

/** As it is sent: with no more than it says. */
export function conditionToSend(value: JsonValue): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The texts and figures of a value, as one line of a form holds them. */
export function formatValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (value instanceof ExactNumber) return value.text;
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
