import {
  ExceptionDetails,
  ExtendedExceptionDetails,
  FailureBody,
  MSG_TYPES,
  ResponseHeader,
  requestHeader,
} from '../envelope.ts';
import { requestRoot, responseRoot } from '../envelope-roots.ts';
import { answersBody, type EnvelopeOperation } from '../operation.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { type Components, type Json, recordSchema } from './components.ts';
import { contentOf, type OperationExamples } from './examples.ts';
import { componentNameOf } from './operation-names.ts';
import { describeRefusals, referToOne } from './refusals.ts';
import { describeSchema } from './schema.ts';

/** Describes the request of an envelope operation, as a component with a name. */
export function envelopeRequest(operation: EnvelopeOperation, prefix: string, components: Components): Json {
  const body = namedBody(operation.requestBody as FieldSchema, `${componentNameOf(operation)}Body`, components);
  const message = recordSchema({ header: describeHeader(operation, components), body });
  const request = recordSchema({ [requestRoot(prefix)]: recordSchema({ [operation.requestKey]: message }) });
  return components.schema(`${componentNameOf(operation)}Request`, request);
}

/** Describes the answer of a successful envelope operation, as a component with a name. */
export function envelopeAnswer(operation: EnvelopeOperation, prefix: string, components: Components): Json {
  const name = componentNameOf(operation);
  const body = answersBody(operation)
    ? namedBody(operation.responseBody as FieldSchema, `${name}Result`, components)
    : undefined;
  return components.schema(`${name}Answer`, answerOf(operation, body, prefix, components));
}

export function describeEnvelope(
  operation: EnvelopeOperation,
  examples: OperationExamples,
  { prefix, components }: { prefix: string; components: Components },
): Json {
  const name = componentNameOf(operation);
  const failure = describeSchema({ ...(FailureBody as FieldSchema), component: 'FailureBody' }, components);
  const refusal = operation.extendedDetails ? 'ExtendedRefusal' : 'Refusal';
  const refusalSchema = components.schema(`${name}Refusal`, answerOf(operation, failure, prefix, components, refusal));
  return {
    requestBody: {
      required: true,
      content: contentOf(envelopeRequest(operation, prefix, components), examples.requests),
    },
    responses: {
      200: {
        description: 'Success',
        content: contentOf(envelopeAnswer(operation, prefix, components), examples.answers.get(200)),
      },
      // The key of the answer differs by operation, so refusals cannot be shared.
      ...describeRefusals(
        operation.errors,
        examples,
        referToOne(components, `${name}Refused`, {
          description: 'Refused; body.errors contains the findings',
          schema: refusalSchema,
        }),
      ),
    },
  };
}

/** `shared` is the component name of the content below the answer's key, if operations share it. */
function answerOf(
  operation: EnvelopeOperation,
  body: Json | undefined,
  prefix: string,
  components: Components,
  shared?: string,
): Json {
  const details = operation.extendedDetails
    ? { ...(ExtendedExceptionDetails as FieldSchema), component: 'ExtendedExceptionDetails' }
    : { ...(ExceptionDetails as FieldSchema), component: 'ExceptionDetails' };
  const successSchema = recordSchema({
    header: describeSchema({ ...(ResponseHeader as FieldSchema), component: 'ResponseHeader' }, components),
    exception_details: describeSchema(details, components),
    ...(body !== undefined && { body }),
  });
  const answer = recordSchema({
    [operation.responseKey]: shared === undefined ? successSchema : components.schema(shared, successSchema),
  });
  return recordSchema({ [responseRoot(prefix)]: answer });
}

/** Combines the header of all requests with the values of this operation. */
function describeHeader(operation: EnvelopeOperation, components: Components): Json {
  const properties = operation.request.properties.header.properties as unknown as Record<string, FieldSchema>;
  const own = (key: string) => {
    const { maxLength: _ofAll, description: _too, ...narrower } = properties[key] ?? {};
    return describeSchema(narrower, components);
  };
  return {
    allOf: [
      components.schema('RequestHeader', describeSchema(headerOfAll(), components)),
      { type: 'object', properties: { msg_type: own('msg_type'), msg_function: own('msg_function') } },
    ],
  };
}

function headerOfAll(): FieldSchema {
  const header = requestHeader('TRANSACTION', '') as unknown as FieldSchema;
  const { msg_type, msg_function, ...others } = header.properties ?? {};
  const { enum: _one, tolerances: _also, ...anyFunction } = msg_function as FieldSchema;
  const { tolerances: _other, ...anyType } = msg_type as FieldSchema;
  const { msg_id, ...rest } = others;
  return {
    ...header,
    properties: {
      ...(msg_id !== undefined && { msg_id }),
      msg_type: { ...anyType, enum: MSG_TYPES },
      msg_function: anyFunction,
      ...rest,
    },
  };
}

/** Describes a body. Without a name in the contract, it gets the given name. */
export function namedBody(schema: FieldSchema, name: string, components: Components): Json {
  return describeSchema({ ...schema, component: schema.component ?? name }, components);
}
