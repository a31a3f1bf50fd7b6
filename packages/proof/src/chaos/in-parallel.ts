/** Runs the work for all values, with up to `workers` of them at a time. */
export async function inParallel<T>(workers: number, values: readonly T[], work: (value: T) => Promise<void>) {
  const queue = [...values];
  const next = async () => {
    for (let value = queue.shift(); value !== undefined; value = queue.shift()) await work(value);
  };
  await Promise.all(Array.from({ length: workers }, next));
}
