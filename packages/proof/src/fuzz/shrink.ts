import type { FuzzInput } from './fuzz-input.ts';

const MAX_TRIES = 150;

/** Finds the smallest input that still fails. It removes parts as long as `fails` returns true. */
export async function shrink(failing: FuzzInput, fails: (input: FuzzInput) => Promise<boolean>): Promise<FuzzInput> {
  let smallest = failing;
  let tries = 0;
  const attempt = async (input: FuzzInput): Promise<boolean> => {
    if (++tries > MAX_TRIES || !(await fails(input))) return false;
    smallest = input;
    return true;
  };
  for (let at = smallest.headers.length - 1; at >= 0; at--) {
    await attempt({ ...smallest, headers: smallest.headers.filter((_, index) => index !== at) });
  }
  await shortened(smallest.target.split('?').slice(1).join('?'), (query) =>
    attempt({ ...smallest, target: [smallest.target.split('?')[0], ...(query === '' ? [] : [query])].join('?') }),
  );
  if (smallest.body !== undefined) await shortened(smallest.body, (body) => attempt({ ...smallest, body }));
  return smallest;
}

/** Removes halves, then quarters, and so on, each only if the rest still fails. */
async function shortened(text: string, attempt: (text: string) => Promise<boolean>): Promise<void> {
  let left = text;
  for (
    let size = Math.ceil(left.length / 2);
    size >= 1 && left.length > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < left.length; ) {
      const shorter = left.slice(0, at) + left.slice(at + size);
      if (await attempt(shorter)) left = shorter;
      else at += size;
    }
  }
}
