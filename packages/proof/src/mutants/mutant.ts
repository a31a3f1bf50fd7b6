import type { JsonObject, JsonValue } from '@cardwright/contract';
import type { NotificationArrived } from '../../../cli/src/conformance/deliveries.ts';
import type { ReceivedAnswer, RequestSent, Transport } from '../../../cli/src/conformance/exchange.ts';
import type { Party } from '../../../cli/src/conformance/target.ts';

/** Changes that a proxy makes to the traffic through it. Undefined leaves a message unchanged. */
export interface Tampering {
  request?(sent: RequestSent): RequestSent | undefined;
  answer?(sent: RequestSent, answered: ReceivedAnswer): ReceivedAnswer | undefined;
  deliver?(delivery: NotificationArrived): readonly NotificationArrived[];
}

/** A deviation of an implementation, planted by a proxy between it and the runner. */
export interface Mutant {
  readonly id: string;
  readonly kind: string;
  /** Returns a new instance for each run, because some deviations depend on earlier traffic. */
  tamper(tokens: Readonly<Record<Party, string>>): Tampering;
}

export function tamper(transport: Transport, { request, answer }: Tampering): Transport {
  return async (sent) => {
    const altered = request?.(sent) ?? sent;
    const answered = await transport(altered);
    return answer?.(sent, answered) ?? answered;
  };
}

/** Changes the JSON in a text; undefined if the change does not apply. */
export function changedJson(
  text: string | undefined,
  change: (json: JsonObject) => JsonObject | undefined,
): string | undefined {
  if (text === undefined || !text.startsWith('{')) return undefined;
  try {
    const mutated = change(JSON.parse(text) as JsonObject);
    return mutated && JSON.stringify(mutated);
  } catch {
    return undefined;
  }
}

export function inAnswer(change: (json: JsonObject, answered: ReceivedAnswer) => JsonObject | undefined) {
  return (_sent: RequestSent, answered: ReceivedAnswer): ReceivedAnswer | undefined => {
    const text = changedJson(answered.text, (json) => change(json, answered));
    return text === undefined ? undefined : { ...answered, text };
  };
}

export function inRequest(change: (json: JsonObject, sent: RequestSent) => JsonObject | undefined) {
  return (sent: RequestSent): RequestSent | undefined => {
    const body = changedJson(sent.body, (json) => change(json, sent));
    return body === undefined ? undefined : { ...sent, body };
  };
}

/** Replaces every member of this name at any depth; undefined if there is none, or if nothing changes. */
export function everywhere(
  json: JsonObject,
  name: string,
  put: (value: JsonValue) => JsonValue | undefined,
): JsonObject | undefined {
  let isChanged = false;
  const text = JSON.stringify(json, (key, value: JsonValue) => {
    if (key !== name) return value;
    const mutated = put(value);
    isChanged ||= mutated !== value;
    return mutated;
  });
  return isChanged ? (JSON.parse(text) as JsonObject) : undefined;
}
