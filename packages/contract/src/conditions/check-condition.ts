import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, numberText } from '../json/exact-number.ts';
import { joinPath, printableKey } from '../schema/field-path.ts';
import type { Finding } from '../schema/finding.ts';
import { type Condition, type ConditionValue, MAX_CONDITION_NODES } from './condition.ts';
import {
  CONDITION_FIELD_NAMES,
  CONDITION_OP_NAMES,
  type ConditionFieldName,
  type ConditionOp,
  type ConditionSubject,
  conditionField,
  LIMIT_NAME,
  type ListKind,
  opsOf,
  PROVISIONING_FIELD_NAMES,
} from './condition-fields.ts';
import { valueFault } from './condition-values.ts';

type ConditionError = 'field_missing' | 'wrong_length' | 'wrong_format' | 'value_not_allowed';

/** A merchant list that a condition names, with its path in the condition. */
export interface NamedList {
  readonly path: string;
  readonly name: string;
  readonly kind: ListKind;
}

export type CheckedCondition =
  | { readonly condition: Condition; readonly lists: readonly NamedList[]; readonly findings: readonly [] }
  | { readonly condition?: undefined; readonly findings: readonly Finding<ConditionError>[] };

/** Validates a condition in full. Every fault is a finding with the path of its place. Pure. */
export function checkCondition(
  value: JsonValue | undefined,
  path: string,
  subject: ConditionSubject = 'authorization',
): CheckedCondition {
  const check = new ConditionCheck(subject);
  const condition = check.node(value, path);
  check.tooMany(path);
  const { findings, lists } = check;
  return findings.length > 0 || condition === undefined ? { findings } : { condition, lists, findings: [] };
}

class ConditionCheck {
  readonly findings: Finding<ConditionError>[] = [];
  readonly lists: NamedList[] = [];
  readonly #fields: readonly ConditionFieldName[];
  #nodes = 0;

  constructor(subject: ConditionSubject) {
    // A comparison in a request for a token has the same form, but other fields.
    this.#fields =
      subject === 'authorization' ? CONDITION_FIELD_NAMES : (PROVISIONING_FIELD_NAMES as readonly string[] as never);
  }

  /** Continues after a fault, but not beyond the maximum number of parts of a condition. */
  node(value: JsonValue | undefined, path: string): Condition | undefined {
    this.#nodes += 1;
    if (this.#nodes > MAX_CONDITION_NODES) return undefined;
    if (!isJsonObject(value as JsonValue)) {
      return this.#refuse(
        path,
        value === undefined ? 'field_missing' : 'wrong_format',
        `must be a condition: ${FORMS}`,
      );
    }
    const object = value as JsonObject;
    const form = FORM_NAMES.filter((name) => Object.hasOwn(object, name));
    const [only] = form;
    if (only === undefined || form.length > 1) {
      return this.#refuse(path, 'wrong_format', `must be one of: ${FORMS}`);
    }
    const knownMembers: readonly string[] = only === 'field' ? membersOfTest(object) : [only];
    for (const key of Object.keys(object)) {
      if (!knownMembers.includes(key)) {
        this.#refuse(joinPath(path, printableKey(key)), 'value_not_allowed', `is not allowed next to ${only}`);
      }
    }
    if (only === 'field') return this.#test(object, path);
    if (only === 'not') {
      const inner = this.node(object.not, joinPath(path, 'not'));
      return inner && { not: inner };
    }
    const parts = this.#parts(object[only], joinPath(path, only));
    if (parts === undefined) return undefined;
    return only === 'all' ? { all: parts } : { any: parts };
  }

  tooMany(path: string): void {
    if (this.#nodes <= MAX_CONDITION_NODES) return;
    const message = `must have at most ${MAX_CONDITION_NODES} conditions, all together`;
    this.findings.unshift({ path, error: 'wrong_length', message });
  }

  #parts(value: JsonValue | undefined, path: string): Condition[] | undefined {
    if (!Array.isArray(value)) return this.#refuse(path, 'wrong_format', 'must be an array of conditions');
    if (value.length === 0) return this.#refuse(path, 'field_missing', 'must contain at least 1 condition');
    const parts = value.map((part, at) => this.node(part, `${path}[${at}]`));
    return parts.every((part) => part !== undefined) ? parts : undefined;
  }

  #test(object: JsonObject, path: string): Condition | undefined {
    const field = this.#oneOf<ConditionFieldName>(object.field, joinPath(path, 'field'), this.#fields);
    const op = this.#oneOf<ConditionOp>(
      object.op,
      joinPath(path, 'op'),
      field === undefined ? CONDITION_OP_NAMES : opsOf(field),
    );
    const at = joinPath(path, 'value');
    if (object.value === undefined) this.#refuse(at, 'field_missing', 'is mandatory');
    if (field === undefined || op === undefined || object.value === undefined) return undefined;
    const value = plain(object.value);
    const fault = valueFault(field, op, value);
    if (fault !== undefined) return this.#refuse(`${at}${fault.at}`, fault.error, fault.message);
    const { list, ofLimit } = conditionField(field);
    if (ofLimit) {
      const limit = this.#limit(object.limit, joinPath(path, 'limit'));
      return limit === undefined ? undefined : { field, limit, op, value: value as ConditionValue };
    }
    if (list !== undefined && (op === 'inList' || op === 'notInList')) {
      this.lists.push({ path: at, name: value as string, kind: list });
    }
    return { field, op, value: value as ConditionValue };
  }

  #limit(value: JsonValue | undefined, path: string): string | undefined {
    if (value === undefined) return this.#refuse(path, 'field_missing', 'is mandatory: the name of a limit');
    if (typeof value === 'string' && new RegExp(LIMIT_NAME).test(value)) return value;
    return this.#refuse(
      path,
      'wrong_format',
      'must be the name of a limit: A-Z, digits and _, and begin with a letter',
    );
  }

  #oneOf<Name extends string>(value: JsonValue | undefined, path: string, names: readonly Name[]): Name | undefined {
    if (value === undefined) return this.#refuse(path, 'field_missing', `is mandatory: ${names.join(', ')}`);
    const name = names.find((one) => one === value);
    return name ?? this.#refuse(path, 'value_not_allowed', `must be one of ${names.join(', ')}`);
  }

  #refuse(path: string, error: ConditionError, message: string): undefined {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ path, error, message });
    return undefined;
  }
}

/** Members that a comparison can have. It has `limit` only if its field is about a limit. */
function membersOfTest({ field }: JsonObject): readonly string[] {
  const name = CONDITION_FIELD_NAMES.find((one) => one === field);
  const ofLimit = name !== undefined && conditionField(name).ofLimit;
  return ofLimit ? ['field', 'limit', 'op', 'value'] : ['field', 'op', 'value'];
}

const MAX_FINDINGS = 100;
const FORM_NAMES = ['all', 'any', 'not', 'field'] as const;
const FORMS = '{"all": [...]}, {"any": [...]}, {"not": ...} or {"field", "op", "value"}';

/** Converts a number to its form in a condition. An exact number that a double cannot represent becomes a text. */
function plain(value: JsonValue): unknown {
  if (value instanceof ExactNumber) return numberText(value) ?? '';
  return Array.isArray(value) ? value.map(plain) : value;
}
