/** Runs the work on the first call. Every call returns the result of that run, also when it failed. */
export function memoize<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
