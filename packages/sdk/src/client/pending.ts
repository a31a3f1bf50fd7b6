/** What an answer says beside its body. */
export interface AnswerFacts {
  readonly operation: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly interfaceVersion: string | undefined;
  /** How many deviations of the request were accepted: they are worth mending. */
  readonly contractWarnings: number;
  /** The stored answer of an earlier request with the same id. */
  readonly isReplayed: boolean;
  /** The version of what was read, for `ifMatch`. */
  readonly etag: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

export interface Whole<T> {
  readonly data: T;
  readonly answer: AnswerFacts;
}

/** The body of the answer, or the answer whole. */
export interface Pending<T> extends Promise<T> {
  /** The body, and what the answer's headers said. */
  withAnswer(): Promise<Whole<T>>;
}

export function pending<T>(whole: Promise<Whole<T>>): Pending<T> {
  const data = whole.then((answered) => answered.data);
  const withAnswer = () => {
    // who asks for the whole is told of a failure there, and not once more by a promise that nobody reads
    data.catch(() => undefined);
    return whole;
  };
  return Object.assign(data, { withAnswer });
}
