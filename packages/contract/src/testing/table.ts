import type { FieldSchema } from '../schema/field-schema.ts';

/**
 * Writes the fields of a schema in the notation of the interface's tables: `required 12`, `optional 10`, or `required`
 * if there is no maximum.
 */
export function tableOf(schema: unknown): Record<string, string> {
  const { properties = {}, required = [] } = schema as FieldSchema;
  return Object.fromEntries(
    Object.entries(properties).map(([field, { maxLength }]) => {
      const need = required.includes(field) ? 'required' : 'optional';
      return [field, maxLength === undefined ? need : `${need} ${maxLength}`];
    }),
  );
}
