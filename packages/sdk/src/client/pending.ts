/** Facts about an answer in addition to its body. */
export interface AnswerFacts {
  readonly operation: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly interfaceVersion: string | undefined;
  /** Number of deviations that the server accepted in the request. Fix them when you can. */
  readonly contractWarnings: number;
  /** Whether this is the stored answer of an earlier request with the same id. */
  readonly isReplayed: boolean;
  /** Version of the resource that was read, for `ifMatch`. */
  readonly etag: string | undefined;
  /** Number of times that the request was sent. */
  readonly attempts: number;
}

/** The body of an answer, with the facts of its headers. */
export interface Whole<T> {
  readonly data: T;
  readonly answer: AnswerFacts;
}

/** A promise of the body of the answer. `withAnswer` also returns the facts of the answer. */
export interface Pending<T> extends Promise<T> {
  /** Returns the body, and the facts in the headers of the answer. */
  withAnswer(): Promise<Whole<T>>;
}

export function pending<T>(whole: Promise<Whole<T>>): Pending<T> {
  const data = whole.then((answered) => answered.data);
  const withAnswer = () => {
    // A caller that uses `whole` handles its failure, so this promise must not report the failure as unhandled too.
    data.catch(() => undefined);
    return whole;
  };
  return Object.assign(data, { withAnswer });
}
