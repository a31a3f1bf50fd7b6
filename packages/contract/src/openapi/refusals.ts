import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import type { Json } from './components.ts';
import { contentOf, type OperationExamples } from './examples.ts';

/** How the refusals of an operation look. */
export interface RefusalShape {
  /** A response of the components, for refusals of which the operation shows no example. */
  refer(status: string, description: string): Json;
  readonly schema: Json;
  readonly type?: string;
  /** Headers of each refusal, where the operation repeats some. */
  readonly headers?: Json | undefined;
}

const STATUS_NAMES: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  '5XX': 'ServerError',
};

export const statusName = (status: string) => STATUS_NAMES[status] ?? `Status${status}`;

/** Malfunctions are alike for every operation, so that one entry stands for all of them. */
const statusOf = ({ http }: { http: number }) => (http < 500 ? String(http) : '5XX');

/** One entry for each HTTP status, with its codes. What has examples is written out, the rest is referred to. */
export function describeRefusals(own: readonly ErrorName[], examples: OperationExamples, shape: RefusalShape): Json {
  const statuses = [...new Set([...GENERAL_ERRORS, ...own].map((error) => statusOf(ERRORS[error])))];
  const described = statuses.map((status) => {
    const general = textOf(GENERAL_ERRORS, status);
    const ofOperation = textOf(own, status);
    const description = [ofOperation, general].filter((text) => text !== '').join('; ');
    const shown = examples.answers.get(Number(status));
    if (shown === undefined) {
      const shared = shape.refer(status, general === '' ? statusName(status) : general);
      return [status, { ...shared, ...(ofOperation !== '' && { description }) }];
    }
    const content = contentOf(shape.schema, shown, shape.type);
    return [status, { description, ...(shape.headers !== undefined && { headers: shape.headers }), content }];
  });
  return Object.fromEntries(described) as Json;
}

/** The errors of a status with their codes, which the component ErrorCode explains too. */
function textOf(errors: readonly ErrorName[], status: string): string {
  const known = [...new Set(errors)].map((error) => ERRORS[error]).filter((error) => statusOf(error) === status);
  return known.map(({ code, text }) => (errors === GENERAL_ERRORS ? code : `${code} ${text}`)).join(', ');
}
