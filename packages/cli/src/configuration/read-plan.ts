import { readFile } from 'node:fs/promises';
import { UsageError } from '../output/usage-error.ts';

/** Reads the file that `plan --out` wrote. */
export async function readPlan<T>(file: string): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`file ${file} not found`);
  });
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new UsageError(`${file} is not a plan. To write one, run: cardwright plan DIR --out ${file}`);
  }
}
