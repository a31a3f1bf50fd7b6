import {
  type FieldSchema,
  FORMATS,
  type JsonObject,
  type JsonValue,
  OPERATIONS,
  type Operation,
  operationAt,
  pathText,
  replaceAt,
  requestRoot,
  type SentField,
  sentFieldsOf,
  valueAt,
} from '@cardwright/contract';
import { longestValue } from '../../../cli/src/conformance/cases/field-values.ts';
import { tablePlaces } from '../../../cli/src/conformance/cases/table-places.ts';
import { inRequest, type Mutant } from './mutant.ts';

type Change = (value: JsonValue | undefined, field: SentField) => JsonValue | undefined;

/**
 * Implementations that read fields more strictly or more loosely than their tables. The proxy changes the requests on
 * the way accordingly.
 */
export function plantedInRequests(): Mutant[] {
  const fields = (OPERATIONS as readonly Operation[]).flatMap((operation) =>
    tablePlaces(operation)
      .filter(({ place }) => place === 'request')
      .flatMap(({ schema, valid }) => sentFieldsOf(schema, valid).map((field) => ({ operation, field }))),
  );
  return fields.flatMap(({ operation, field }) => {
    const { schema, isRequired, value } = field;
    const isText = schema.type === 'string' && value !== undefined;
    const longest = longestValue(schema, field.at);
    const plants: Mutant[] = [];
    const plant = (kind: string, what: string, change: Change) =>
      plants.push(planted(operation, field, kind, what, change));
    if (isRequired && isText)
      plant('mandatory ignored', 'may be absent', (sent) => (sent === undefined ? value : sent));
    if (typeof longest === 'string') {
      const most = schema.maxLength ?? 0;
      plant('maximum off by one', 'may be one character longer', (sent) =>
        lengthOf(sent) === most + 1 ? cut(sent, most) : sent,
      );
      plant('maximum off by one', 'must be one character shorter', (sent) =>
        lengthOf(sent) === most ? `${String(sent)}9` : sent,
      );
    }
    if (schema.enum !== undefined && isText) {
      const last = schema.enum.at(-1);
      plant('values', 'accepts a value that is in no list', (sent) => (sent === 'ZZ' ? value : sent));
      if (schema.enum.length > 1) plant('values', `refuses ${last}`, (sent) => (sent === last ? 'ZZ' : sent));
    }
    const isChecked = schema.fieldFormat !== undefined && isText && !acceptsAnything(schema, String(value).length);
    if (isChecked) plant('format ignored', 'accepts any format', (sent) => (/^\?+$/.test(String(sent)) ? value : sent));
    if (schema.type === 'string' && isText)
      plant('type ignored', 'accepts another type', (sent) => (sent === true ? value : sent));
    return plants;
  });
}

/** Whether a format accepts any text, or tolerates any other text. */
function acceptsAnything({ fieldFormat, tolerances = [] }: FieldSchema, length: number): boolean {
  const any = '?'.repeat(length);
  if (fieldFormat !== undefined && FORMATS[fieldFormat].test(any)) return true;
  return tolerances.some((tolerance) => tolerance.accept(any) !== undefined);
}

const lengthOf = (value: JsonValue | undefined) => (typeof value === 'string' ? [...value].length : undefined);
const cut = (value: JsonValue | undefined, most: number) => [...String(value)].slice(0, most).join('');

function planted(operation: Operation, field: SentField, kind: string, what: string, change: Change): Mutant {
  const alter = (request: JsonObject): JsonObject | undefined => {
    const parent = valueAt(request, field.at.slice(0, -1));
    if (typeof parent !== 'object' || parent === null) return undefined;
    const sent = valueAt(request, field.at);
    const put = change(sent, field);
    return put === sent ? undefined : (replaceAt(request, field.at, put) as JsonObject);
  };
  const request = inRequest((json, sent) => {
    if (operationAt(sent.method, sent.path)?.id !== operation.id) return undefined;
    if (operation.surface !== 'envelope') return alter(json);
    const keyed = json[requestRoot('Gw')] as JsonObject | undefined;
    const inside = keyed?.[operation.requestKey] as JsonObject | undefined;
    const altered = inside && alter(inside);
    return altered && { [requestRoot('Gw')]: { [operation.requestKey]: altered } };
  });
  return { id: `${operation.id} ${pathText(field.at)} ${what}`, kind, tamper: () => ({ request }) };
}
