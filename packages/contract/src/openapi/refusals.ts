import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-key.ts';
import type { Components, Json } from './components.ts';
import { contentOf, type NamedExamples, type OperationExamples } from './examples.ts';

/** What an operation refuses with one HTTP status. */
export interface RefusalOfStatus {
  /** `NotFound`. */
  readonly name: string;
  /** The codes of the operation's own errors, where there are any. */
  readonly codes: readonly string[];
  /** The codes of the operation, its own explained. */
  readonly description: string;
  /** The status with the codes that every operation has. */
  readonly ofAll: string;
  readonly shown: NamedExamples | undefined;
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
 * Malfunctions are alike for every operation, so that one entry stands for all of them: `default`, as generators of clients make
 * `status: 5XX` of a range.
 */
const statusOf = ({ http }: { http: number }) => (http < 500 ? String(http) : 'default');

/** Those of an Idempotency-Key are the same wherever it is taken: the component ErrorCode explains them. */
const OF_KEYS: readonly string[] = IDEMPOTENCY_ERRORS.map((error) => ERRORS[error].code);
const explained = ({ code, text }: { code: string; text: string }) =>
  OF_KEYS.includes(code) ? code : `${code} ${text}`;

/** One entry for each HTTP status, with its codes, as `refer` has it. */
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
      shown: examples.answers.get(Number(status)),
    };
    return [status, refer(refusal)];
  });
  return Object.fromEntries(described);
}

/**
 * Where refusals look alike whatever their status: a response under this name, which shows the example of the first
 * one, and beside each reference to it the codes of its status.
 */
export function referToOne(
  components: Components,
  name: string,
  { schema, type, ...response }: { description: string; headers?: Json; schema: Json; type?: string },
): (refusal: RefusalOfStatus) => Json {
  let hasExample = false;
  return ({ codes, description, shown }) => {
    const content = contentOf(schema, hasExample ? undefined : shown, type);
    hasExample ||= shown !== undefined;
    return { ...components.response(name, { ...response, content }), ...(codes.length > 0 && { description }) };
  };
}

/** The errors of a status, which the component ErrorCode explains too. */
function ofStatus(errors: readonly ErrorName[], status: string) {
  return [...new Set(errors)].map((error) => ERRORS[error]).filter((error) => statusOf(error) === status);
}
