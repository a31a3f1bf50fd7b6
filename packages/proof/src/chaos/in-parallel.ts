/** Runs the work for all values, with up to `workers` of them at a time. */
export async function inParallel<T>(workers: number, values: readonly T[], work: (value: T) => Promise<void>) {
  const waiting = [...values];
  const next = async () => {
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: workers }, next));
}
