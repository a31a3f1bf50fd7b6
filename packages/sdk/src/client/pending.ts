/** Facts about an answer in addition to its body. */
export interface AnswerFacts {
  readonly operation: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly interfaceVersion: string | undefined;
  /** Number of accepted deviations of the request. Fix them when you can. */
  readonly contractWarnings: number;
  /** Whether this is the stored answer of an earlier request with the same id. */
  readonly isReplayed: boolean;
  /** Version of the resource that was read, for `ifMatch`. */
  readonly etag: string | undefined;
  /** Number of times that the request was sent. */
  readonly attempts: number;
}

export interface Whole<T> {
  readonly data: T;
  readonly answer: AnswerFacts;
}

/** The body of the answer. `withAnswer` also returns the facts of the answer. */
export interface Pending<T> extends Promise<T> {
  /** The body, and the facts of the answer's headers. */
  withAnswer(): Promise<Whole<T>>;
}

export function pending<T>(whole: Promise<Whole<T>>): Pending<T> {
  const data = whole.then((answered) => answered.data);
  const withAnswer = () => {
    // this caller handles failures of `whole`, so the unused promise must not report them again
    data.catch(() => undefined);
    return whole;
  };
  return Object.assign(data, { withAnswer });
}
