import { ERRORS, type ErrorName, GENERAL_ERRORS } from '../errors.ts';
import type { Json } from './components.ts';
import { contentOf, type NamedExamples, type OperationExamples } from './examples.ts';

/** How the refusals of an operation look. */
export interface RefusalShape {
  /** A response of the components. What it shows is the same for every operation, or nothing. */
  refer(refusal: RefusalOfStatus): Json;
  /** Names of statuses of which an operation shows nothing of its own. */
  readonly alike?: readonly string[];
  readonly schema: Json;
  readonly type?: string;
  /** Headers of each refusal, where the operation repeats some. */
  readonly headers?: Json | undefined;
}

/** What an operation refuses with one HTTP status. */
export interface RefusalOfStatus {
  readonly status: string;
  /** The codes of the operation's own errors, where there are any. */
  readonly codes: readonly string[];
  readonly description: string;
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
  '5XX': 'ServerError',
};

export const statusName = (status: string) => STATUS_NAMES[status] ?? `Status${status}`;

/** Malfunctions are alike for every operation, so that one entry stands for all of them. */
const statusOf = ({ http }: { http: number }) => (http < 500 ? String(http) : '5XX');

/** One entry for each HTTP status, with its codes. What shows an example of its own is written out, the rest is referred to. */
export function describeRefusals(own: readonly ErrorName[], examples: OperationExamples, shape: RefusalShape): Json {
  const statuses = [...new Set([...GENERAL_ERRORS, ...own].map((error) => statusOf(ERRORS[error])))];
  const described = statuses.map((status): [string, Json] => {
    const general = ofStatus(GENERAL_ERRORS, status).map(({ code }) => code);
    const ofOperation = ofStatus(own, status);
    const codes = ofOperation.map(({ code }) => code);
    const texts = [ofOperation.map(({ code, text }) => `${code} ${text}`), general].map((each) => each.join(', '));
    const description = texts.filter((text) => text !== '').join('; ');
    const shown = examples.answers.get(Number(status));
    if (shown === undefined || shape.alike?.includes(statusName(status))) {
      return [status, shape.refer({ status, codes, description, shown })];
    }
    const content = contentOf(shape.schema, shown, shape.type);
    return [status, { description, ...(shape.headers !== undefined && { headers: shape.headers }), content }];
  });
  return Object.fromEntries(described);
}

/** The errors of a status, which the component ErrorCode explains too. */
function ofStatus(errors: readonly ErrorName[], status: string) {
  return [...new Set(errors)].map((error) => ERRORS[error]).filter((error) => statusOf(error) === status);
}
