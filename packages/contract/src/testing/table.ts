import type { FieldSchema } from '../schema/compile.ts';

/** `required 12`, `optional 10` or, without a maximum, `required`: one row of a table of the interface. */
export type Row = string;

/** A schema's fields as rows of a table, for tests that hold them against the interface's own tables. */
export function tableOf(schema: unknown): Record<string, Row> {
  const { properties = {}, required = [] } = schema as FieldSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([field, { maxLength }]) => {
      const need = required.includes(field) ? 'required' : 'optional';
      return [field, maxLength === undefined ? need : `${need} ${maxLength}`];
    }),
  );
}
