/** Runs the work on the first call. Every call returns the result of that run, even a failure. */
export function memoize<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
