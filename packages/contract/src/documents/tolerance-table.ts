import { MSG_TYPES, requestHeader } from '../envelope.ts';
import type { Operation } from '../operation.ts';
import { OPERATIONS } from '../operations.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { code, table } from './markdown.ts';
import { fieldsOf } from './schema-fields.ts';
import { WARNINGS_BEYOND_FIELDS } from './warnings-beyond-fields.ts';

interface Deviation {
  readonly rule: string;
  readonly accepts: string;
  /** The shortest path to the field: some operations have it at the top level, others inside an object. */
  path: string;
  readonly where: Set<string>;
}

/** Writes the table of all accepted deviations: those of the schemas, and the few that no schema can express. */
export function toleranceTable(): string {
  const fromSchemas = groupBy(deviations(), ({ rule, accepts, where }) => [rule, accepts, ...where]).map((same) => {
    const [{ rule, where, accepts }] = same;
    return [code(rule), [...where].join(', '), same.map(({ path }) => code(path)).join(', '), accepts];
  });
  const others = WARNINGS_BEYOND_FIELDS.map(({ rule, where, field, accepts }) => [code(rule), where, field, accepts]);
  const rows = [...fromSchemas, ...others];
  return table(
    ['Warning', 'Operation', 'Field', 'Also accepted'],
    groupBy(rows, ([rule]) => [rule ?? ''])
      .sort(([[one = ''] = []], [[other = ''] = []]) => (one < other ? -1 : 1))
      .flat(),
  );
}

function deviations(): Deviation[] {
  const deviations = new Map<string, Deviation>();
  for (const { where, schema } of requestSchemas()) {
    for (const field of fieldsOf(schema, { alternatives: true })) {
      const path = field.path.replace(/\[\]/g, '');
      for (const { accepts, rule } of deviationsOf(field.schema)) {
        const key = JSON.stringify([path.split('.').at(-1), accepts, rule]);
        const entry = deviations.get(key) ?? { rule, accepts, path, where: new Set() };
        if (path.length < entry.path.length) entry.path = path;
        entry.where.add(where);
        deviations.set(key, entry);
      }
    }
  }
  return [...deviations.values()];
}

/** Groups items by key, in the order in which the keys first appear. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => readonly string[]): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = JSON.stringify(keyOf(item));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function deviationsOf({ tolerances = [], alsoSpelled = [] }: FieldSchema): { accepts: string; rule: string }[] {
  return [
    ...tolerances.map(({ accepts, rule }) => ({ accepts, rule })),
    ...alsoSpelled.map((key) => ({ accepts: `the key ${code(key)}`, rule: 'other-key' })),
  ];
}

function requestSchemas(): { where: string; schema: FieldSchema }[] {
  const headers = MSG_TYPES.map((type) => ({
    where: 'every envelope: header',
    schema: requestHeader(type, '') as FieldSchema,
  }));
  const bodies = (OPERATIONS as readonly Operation[]).flatMap((operation) =>
    schemasReceivedBy(operation).map((schema) => ({ where: code(operation.id), schema: schema as FieldSchema })),
  );
  return [...headers, ...bodies];
}

function schemasReceivedBy(operation: Operation): unknown[] {
  if (operation.surface === 'envelope') return [operation.requestBody];
  if (operation.surface === 'rest') {
    const { params, query, headers, request } = operation;
    return [params, query, headers, request].filter((schema) => schema !== null && schema !== undefined);
  }
  return [operation.request];
}
