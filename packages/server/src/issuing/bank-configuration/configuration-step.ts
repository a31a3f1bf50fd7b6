import { createHash } from 'node:crypto';
import type { ConfigurationChange, JsonObject } from '@cardwright/contract';
import { writeCanonicalJson } from '@cardwright/contract';

/** A request to another operation, as part of a step. */
export interface StepCall {
  readonly operation: string;
  readonly params?: JsonObject;
  readonly query?: JsonObject;
  readonly body?: JsonObject;
}

/** A difference between the bank and a configuration, with the requests that remove it. */
export interface ConfigurationStep extends Omit<ConfigurationChange, 'second_person'> {
  /** Place in the request, such as `rules[2]`. */
  readonly path: string;
  /** The version of the object, which changes with each change of the object. */
  readonly version: string;
  /** The requested content, if `after` shows only a part of it. */
  readonly content?: unknown;
  /** Each call receives the answer of the previous one. Empty for a difference that remains. */
  readonly calls: readonly ((earlier: JsonObject) => StepCall)[];
}

export const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

/** Identifies the steps, and the versions of the objects that they change. */
export function fingerprintOf(steps: readonly ConfigurationStep[]): string {
  const effectiveSteps = steps.filter(({ calls }) => calls.length > 0);
  const identified = effectiveSteps.map(({ kind, name, action, version, content, after }) =>
    canonical([kind, name, action, version, content ?? after]),
  );
  return createHash('sha256').update(identified.join('\n')).digest('hex');
}

function canonical(value: unknown): string {
  // the stored form: without undefined members, and with plain numbers
  return writeCanonicalJson(JSON.parse(JSON.stringify([value])));
}
