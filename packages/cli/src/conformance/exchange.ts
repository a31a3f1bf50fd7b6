import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@cardwright/contract';

/** A request as it goes out. The path begins behind the address of the implementation. */
export interface RequestSent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** An answer as it came, its headers in lower case. */
export interface AnswerReceived {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Carries a request to the implementation. What stands between runner and implementation stands in one of these. */
export type Transport = (sent: RequestSent) => Promise<AnswerReceived>;

/** A request with its answer. */
export interface WireExchange {
  readonly operation: Operation;
  readonly sent: RequestSent;
  readonly answered: AnswerReceived;
}

/** Numbers become doubles here: what is compared are texts. */
export function jsonOf(text: string | undefined): JsonObject | undefined {
  try {
    const value = JSON.parse(text ?? '') as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function objectIn(value: JsonValue | undefined, ...names: string[]): JsonObject | undefined {
  let inside = value;
  for (const name of names) inside = isJsonObject(inside) ? inside[name] : undefined;
  return isJsonObject(inside) ? inside : undefined;
}

/** A member that is a text, and undefined for everything else. */
export function textIn(value: JsonValue | undefined, name: string): string | undefined {
  const member = isJsonObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}
