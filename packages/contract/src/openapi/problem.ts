import { FailureBody } from '../envelope.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { CATALOGUES } from './catalogues.ts';
import type { Components, Json } from './components.ts';
import { describeSchema } from './schema.ts';

/** The body of every refusal of a plain JSON operation. */
export function problemSchema(components: Components): Json {
  const finding = describeSchema(FailureBody.properties.errors.items as FieldSchema, components);
  return components.schema('Problem', {
    type: 'object',
    description: 'Problem details (RFC 9457)',
    required: ['type', 'title', 'status', 'detail', 'error_code'],
    properties: {
      type: { type: 'string', description: 'about:blank' },
      title: { type: 'string', description: 'Title of the code' },
      status: { type: 'integer', description: 'HTTP status' },
      detail: { type: 'string', description: 'Description of the error' },
      error_code: components.schema('ErrorCode', CATALOGUES.ErrorCode as Json),
      errors: {
        type: 'array',
        description: 'All findings, each with the path of its field',
        items: { allOf: [finding, { type: 'object', properties: { action: ACTION } }] },
      },
      more: { type: 'integer', description: 'Number of further findings' },
      matches: { type: 'array', description: 'With 310: the most likely matches', items: { type: 'object' } },
    },
  });
}

const ACTION: Json = { type: 'string', description: 'Action to take; only in merchant onboarding and review' };
