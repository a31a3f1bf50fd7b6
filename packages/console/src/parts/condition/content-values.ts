import { CONDITION_SUBJECTS, checkCondition, type JsonValue, type RuleCondition } from '@cardwright/contract';

/** Content of a change request or of an audit row. Null if the object did not exist. */
export type Content = Readonly<Record<string, unknown>> | null;

/**
 * The values of an object by their paths, such as `limits[0].max`. A list of texts is one value, and so is a condition,
 * whose own members mean nothing without each other.
 */
export function flatValues(content: Content): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (typeof value !== 'object' || isListOfTexts(value) || conditionOf(value) !== undefined) values.set(path, value);
    else {
      for (const [name, member] of Object.entries(value)) {
        add(Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, member);
      }
    }
  };
  add('', content);
  return values;
}

function isListOfTexts(value: object): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
}

/** Compares values of a member, because two conditions can have the same description. An absent list equals an empty one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
}

/** Returns a value that is a valid condition of a rule, a promise or a limit. */
export function conditionOf(value: unknown): RuleCondition | undefined {
  for (const on of CONDITION_SUBJECTS) {
    const { condition } = checkCondition(value as JsonValue, '', on);
    if (condition !== undefined) return condition as RuleCondition;
  }
  return undefined;
}
