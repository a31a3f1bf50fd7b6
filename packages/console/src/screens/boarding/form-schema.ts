import { Merchant } from '@cardwright/contract';

/** The part of a schema of the contract that the form reads. */
export interface FormSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly required?: readonly string[];
  /** The field that can replace this one: one of the two is mandatory. */
  readonly requiredWithout?: string;
  readonly items?: FormSchema;
  readonly entries?: FormSchema;
  readonly discriminatedBy?: string;
  readonly variants?: Readonly<Record<string, FormSchema>>;
  readonly otherwise?: FormSchema;
}

export type Json = Readonly<Record<string, unknown>>;

export const MERCHANT_SCHEMA = Merchant as unknown as FormSchema;

/** Returns the schema of an object. If a member selects the kind of the object, returns the schema of that kind. */
export function chosenVariant(schema: FormSchema, value: unknown): FormSchema {
  const { discriminatedBy, variants, otherwise } = schema;
  if (discriminatedBy === undefined || variants === undefined) return schema;
  return variants[String((value as Json | undefined)?.[discriminatedBy])] ?? otherwise ?? {};
}

/** Returns the steps of a path such as `addresses[0].city`. */
function stepsOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter((step) => step !== '');
}

/** Returns the schema at a path, or undefined if the interface has no such field. */
export function schemaAt(schema: FormSchema, path: string, value?: unknown): FormSchema | undefined {
  let [at, of]: [FormSchema | undefined, unknown] = [schema, value];
  for (const step of stepsOf(path)) {
    if (at === undefined) return undefined;
    const object = chosenVariant(at, of);
    at = at.items !== undefined && /^\d+$/.test(step) ? at.items : object.properties?.[step];
    of = (of as Json | undefined)?.[step];
  }
  return at;
}

export function valueAt(record: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => (value as Json | null | undefined)?.[step], record);
}

/** Returns a copy of a record with another value at a path. Undefined removes it. */
export function withValueAt(record: unknown, path: string, value: unknown): Json {
  const put = (of: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return value;
    if (/^\d+$/.test(step)) {
      const list = Array.isArray(of) ? [...of] : [];
      list[Number(step)] = put(list[Number(step)], rest);
      return list;
    }
    return { ...(of as Json | undefined), [step]: put((of as Json | undefined)?.[step], rest) };
  };
  return put(record, stepsOf(path)) as Json;
}

/** Returns a record with everything that the schema requires, and no values. */
export function emptyRecord(schema: FormSchema): unknown {
  if (schema.items !== undefined) {
    return Array.from({ length: schema.minItems ?? 0 }, () => emptyRecord(schema.items ?? {}));
  }
  if (schema.properties === undefined) return undefined;
  const required = (schema.required ?? []).map((name) => [name, emptyRecord(schema.properties?.[name] ?? {})]);
  return Object.fromEntries(required.filter(([, value]) => value !== undefined));
}

/**
 * Returns the record in the form of the interface: without empty optional fields, and with numbers where the schema
 * requires them.
 */
export function toSentRecord(schema: FormSchema, value: unknown): unknown {
  if (schema.items !== undefined) {
    const { items } = schema;
    return Array.isArray(value) ? value.map((entry) => toSentRecord(items, entry) ?? {}) : value;
  }
  const { properties, required = [] } = chosenVariant(schema, value);
  if (properties === undefined) return sentValue(schema, value);
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value;
  const members = Object.entries(value)
    .map(([name, of]) => [name, toSentRecord(properties[name] ?? {}, of)] as const)
    .filter(([name, of]) => !isEmpty(of) || (required.includes(name) && typeof of === 'object'));
  return Object.fromEntries(members);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return value?.constructor === Object && Object.keys(value).length === 0;
}

function sentValue({ type }: FormSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (type === 'integer' && /^\d{1,9}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
