import { ExceptionDetails, ExtendedExceptionDetails, FailureBody, ResponseHeader, requestHeader } from '../envelope.ts';
import type { Operation } from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { fieldTable, type Side } from './field-table.ts';
import { code } from './markdown.ts';
import { operationNamed } from './operation-block.ts';
import { schemaAt } from './schema-fields.ts';

/** The request header of all operations. Only the function differs between them. */
function anyRequestHeader(): FieldSchema {
  const header = requestHeader('TRANSACTION', '') as FieldSchema;
  const { enum: _ofOneOperation, ...functionName } = header.properties?.msg_function ?? {};
  return { ...header, properties: { ...header.properties, msg_function: functionName } };
}

/** The parts of every envelope around its body. */
const ENVELOPE_PARTS: Readonly<Record<string, [FieldSchema, Side]>> = {
  'request-header': [anyRequestHeader(), 'request'],
  'answer-header': [ResponseHeader as FieldSchema, 'answer'],
  'exception-details': [ExceptionDetails as FieldSchema, 'answer'],
  'extended-details': [ExtendedExceptionDetails as FieldSchema, 'answer'],
  failure: [FailureBody as FieldSchema, 'answer'],
};

/** Returns the field tables that a marker requests, in the syntax of `fillPage`. */
export function markedFields(what: string): string {
  const match = /^(\S+) (\S+)(?: at (\S+))?(?: without ([^\n]+?))?(?: as (\S+))?$/.exec(what);
  if (match === null) throw new Error('not "<operation> request" or "<operation> answer"');
  const [, id = '', part = '', at, without, same] = match;
  if (id === 'envelope') {
    const [schema, side] = ENVELOPE_PARTS[part] ?? [];
    if (schema === undefined || side === undefined) throw new Error(`the envelope has no ${part}`);
    return fieldTable(schema, side) ?? '';
  }
  if (part !== 'request' && part !== 'answer') throw new Error(`${part} is neither request nor answer`);
  const excluded = without?.split(/,\s*/) ?? [];
  if (same === undefined) return tables(operationNamed(id), part, at, excluded);
  if (same === 'request') return sameAsRequest(operationNamed(id), part);
  if (tables(operationNamed(id), part, at, []) !== tables(operationNamed(same), part, at, [])) {
    throw new Error(`it differs from that of ${same}`);
  }
  return `The same fields as in the ${part} of ${code(same)}.`;
}

/** Describes an answer that mirrors its request. Only requests have tolerances, so the comparison ignores them. */
function sameAsRequest(operation: Operation, part: Side): string {
  const tables = (side: Side) => partsOf(operation, side).map(([, schema]) => fieldTable(schema, 'answer'));
  if (part !== 'answer' || tables('request').join() !== tables('answer').join())
    throw new Error('it differs from the request');
  return 'The same fields as in the request.';
}

function tables(operation: Operation, side: Side, at: string | undefined, without: readonly string[]): string {
  const parts = partsOf(operation, side).flatMap(([caption, schema]) => {
    const target = at === undefined ? schema : schemaAt(schema, at);
    const table = target === undefined ? undefined : fieldTable(target, side, without);
    return table === undefined ? [] : [caption === '' || at !== undefined ? table : `${caption}:\n\n${table}`];
  });
  if (parts.length > 0) return parts.join('\n\n');
  if (at !== undefined) throw new Error(`nothing at ${at}`);
  return side === 'request' ? 'None.' : 'Header and exception_details only.';
}

/** Returns the schemas of one side. If there can be several, each has a caption that names its place. */
export function partsOf(operation: Operation, side: Side): [string, FieldSchema][] {
  if (operation.surface === 'envelope') {
    return [['', (side === 'request' ? operation.requestBody : operation.responseBody) as FieldSchema]];
  }
  if (operation.surface !== 'rest')
    return [['', operation[side === 'request' ? 'request' : 'response'] as FieldSchema]];
  if (side === 'answer') return [['', operation.response as FieldSchema]];
  const places: [string, unknown][] = [
    ['In the path', operation.params],
    ['In the query', operation.query],
    ['In the headers', operation.headers],
    ['In the body', operation.request],
  ];
  return places.filter(([, schema]) => schema !== undefined && schema !== null) as [string, FieldSchema][];
}
