import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-key.ts';
import type { Components, Json } from './components.ts';
import { contentOf, type NamedExamples, type OperationExamples } from './examples.ts';

/** Refusals of an operation with one HTTP status. */
export interface RefusalOfStatus {
  /** `NotFound`. */
  readonly name: string;
  /** The codes of the operation's own errors, if any. */
  readonly codes: readonly string[];
  /** The codes of the operation, with an explanation of its own codes. */
  readonly description: string;
  /** The status with the codes that all operations share. */
  readonly ofAll: string;
  readonly examples: NamedExamples | undefined;
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
  default: 'ServerError',
};

/**
 * System errors are the same for every operation, so one entry describes all of them: `default`, as client generators
 * turn a range into `status: 5XX`.
 */
const statusOf = ({ http }: { http: number }) => (http < 500 ? String(http) : 'default');

/** Errors of an Idempotency-Key are the same for all operations, and the component ErrorCode explains them. */
const OF_KEYS: readonly string[] = IDEMPOTENCY_ERRORS.map((error) => ERRORS[error].code);
const explained = ({ code, text }: { code: string; text: string }) =>
  OF_KEYS.includes(code) ? code : `${code} ${text}`;

/** Describes the refusals with one entry for each HTTP status, in the form that `refer` returns. */
export function describeRefusals(
  own: readonly ErrorName[],
  examples: OperationExamples,
  refer: (refusal: RefusalOfStatus) => Json,
): Json {
  const statuses = [...new Set([...GENERAL_ERRORS, ...own].map((error) => statusOf(ERRORS[error])))];
  const described = statuses.map((status): [string, Json] => {
    const name = STATUS_NAMES[status] ?? `Status${status}`;
    const general = ofStatus(GENERAL_ERRORS, status).map(({ code }) => code);
    const ofOperation = ofStatus(own, status);
    const refusal = {
      name,
      codes: ofOperation.map(({ code }) => code),
      description: ofOperation.map(explained).join(', '),
      ofAll: `${name}: ${general.join(', ')}`,
      examples: examples.answers.get(Number(status)),
    };
    return [status, refer(refusal)];
  });
  return Object.fromEntries(described);
}

/**
 * For refusals with the same form for every status: a response under this name with the example of the first refusal.
 * Each reference to it has the codes of its status.
 */
export function referToOne(
  components: Components,
  name: string,
  { schema, type, ...response }: { description: string; headers?: Json; schema: Json; type?: string },
): (refusal: RefusalOfStatus) => Json {
  let hasExample = false;
  return ({ codes, description, examples }) => {
    const content = contentOf(schema, hasExample ? undefined : examples, type);
    hasExample ||= examples !== undefined;
    return { ...components.response(name, { ...response, content }), ...(codes.length > 0 && { description }) };
  };
}

/** Returns the errors of a status. The component ErrorCode explains them too. */
function ofStatus(errors: readonly ErrorName[], status: string) {
  return [...new Set(errors)].map((error) => ERRORS[error]).filter((error) => statusOf(error) === status);
}
