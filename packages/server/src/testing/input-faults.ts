import type { FieldSchema, JsonObject, JsonValue } from '@cardwright/contract';

export const FAULT_KINDS = [
  'missing',
  'empty',
  'too long',
  'too short',
  'of the wrong type',
  'null',
  'not in its list',
  'of the wrong format',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One way to break one field of a valid request. */
export interface InputFault {
  readonly kind: FaultKind;
  readonly path: string;
  /** The request with this fault, and no other. */
  readonly request: JsonObject;
}

const CODES: Record<FaultKind, string> = {
  missing: '103',
  empty: '103',
  'too long': '104',
  'too short': '104',
  'of the wrong type': '105',
  null: '105',
  'not in its list': '106',
  'of the wrong format': '105',
};
/** Faults that are tolerated (docs/interface/requests.md#tolerances). */
export const TOLERATED = new Set([
  'null header.tracking_id',
  'null header.instance_id',
  'of the wrong format header.timestamp',
  'of the wrong format Transaction_Fee',
  // one digit more is the number of a longer card, or an EXID
  'too long body.accountNumber',
]);
/** The code of a fault (docs/errors.md). */
export const faultCodeOf = ({ kind, path }: InputFault) =>
  kind === 'not in its list' && path === 'header.msg_function' ? '107' : CODES[kind];

/** A member's name, or a place in a list. */
export type Segment = string | number;

interface Field {
  readonly schema: FieldSchema;
  readonly at: readonly Segment[];
  readonly isRequired: boolean;
}

/**
 * Every fault of every field, each in turn. What may break is read from the contract; which code answers it is for the
 * test to say. The valid request must hold every field of the schema, or it would leave some untried.
 */
export function faultsOf(schema: FieldSchema, valid: JsonObject): InputFault[] {
  return fieldsOf(schema, []).flatMap((field) => {
    const value = valueAt(valid, field.at);
    if (value === undefined) {
      throw new Error(`the valid request has no ${pathText(field.at)}: add it to the test's sample, or to the example`);
    }
    return breakField(field, value).map(([kind, broken]) => ({
      kind,
      path: pathText(field.at),
      request: replaceAt(valid, field.at, broken) as JsonObject,
    }));
  });
}

/** The request with every single value of it replaced by one of the wrong type, and the paths of these values. */
export function allTextsBroken(schema: FieldSchema, valid: JsonObject): { request: JsonObject; paths: string[] } {
  const texts = fieldsOf(schema, []).filter(({ schema: { type } }) => type !== 'object' && type !== 'array');
  const request = texts.reduce<JsonValue>((broken, field) => replaceAt(broken, field.at, ofWrongType(field)), valid);
  return { request: request as JsonObject, paths: texts.map(({ at }) => pathText(at)) };
}

function fieldsOf(schema: FieldSchema, at: readonly Segment[]): Field[] {
  if (schema.type === 'array' && schema.items !== undefined) {
    const entry = { schema: schema.items, at: [...at, 0], isRequired: false };
    return [entry, ...fieldsOf(schema.items, entry.at)];
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const field = { schema: property, at: [...at, key], isRequired: schema.required?.includes(key) ?? false };
    return [field, ...fieldsOf(property, field.at)];
  });
}

/** true where a text is expected, a text where anything else is. */
function ofWrongType({ schema: { type } }: Field): JsonValue {
  return type === 'object' || type === 'array' || type === 'boolean' ? 'text' : true;
}

function breakField(field: Field, valid: JsonValue): [FaultKind, JsonValue | undefined][] {
  const { schema, isRequired } = field;
  const isText = schema.type !== 'object' && schema.type !== 'array';
  const { maxLength, minLength = 0 } = schema;
  const faults: [FaultKind, JsonValue | undefined][] = [
    ['of the wrong type', ofWrongType(field)],
    ['null', null],
  ];
  if (isRequired) faults.push(['missing', undefined]);
  if (isRequired && isText) faults.push(['empty', '']);
  if (maxLength !== undefined) faults.push(['too long', '9'.repeat(maxLength + 1)]);
  // an emoji is two UTF-16 units but one character
  if (maxLength !== undefined && isFree(schema)) faults.push(['too long', '😀'.repeat(maxLength + 1)]);
  if (minLength > 1) faults.push(['too short', '9'.repeat(minLength - 1)]);
  if (schema.enum !== undefined) faults.push(['not in its list', 'ZZ']);
  if (schema.fieldFormat !== undefined) faults.push(['of the wrong format', '?'.repeat(String(valid).length)]);
  return faults;
}

function isFree(schema: FieldSchema): boolean {
  return schema.enum === undefined && schema.fieldFormat === undefined;
}

export function pathText(at: readonly Segment[]): string {
  return at.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}

export function valueAt(value: JsonValue, at: readonly Segment[]): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>((inside, segment) => (inside as JsonObject | undefined)?.[segment], value);
}

/** A copy with another value in one place; undefined takes the member out. */
export function replaceAt(
  value: JsonValue,
  [segment, ...rest]: readonly Segment[],
  put: JsonValue | undefined,
): JsonValue {
  if (segment === undefined) return put as JsonValue;
  const copy = Array.isArray(value) ? [...value] : { ...(value as JsonObject) };
  const inside = copy as Record<Segment, JsonValue>;
  if (rest.length === 0 && put === undefined) delete inside[segment];
  else inside[segment] = replaceAt(inside[segment] as JsonValue, rest, put);
  return copy;
}
