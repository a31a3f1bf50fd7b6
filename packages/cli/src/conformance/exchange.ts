import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@cardwright/contract';

/** An outgoing request. The path is relative to the base URL of the implementation. */
export interface RequestSent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A received response, with header names in lower case. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a request to the implementation. Anything between the runner and the implementation is a transport of this
 * type.
 */
export type Transport = (sent: RequestSent) => Promise<ReceivedAnswer>;

/** A request with its response. */
export interface WireExchange {
  readonly operation: Operation;
  readonly sent: RequestSent;
  readonly answered: ReceivedAnswer;
}

/** Parses JSON. Numbers become doubles, because only strings are compared. */
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

/** A string member, or undefined for any other value. */
export function textIn(value: JsonValue | undefined, name: string): string | undefined {
  const member = isJsonObject(value) ? value[name] : undefined;
  return typeof member === 'string' ? member : undefined;
}
