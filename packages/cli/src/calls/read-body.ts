import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../output/usage-error.ts';

/** The body from where it was said to be; else what is piped in. Undefined where there is none. */
export async function readBodyText(
  { file, data }: { readonly file?: string; readonly data?: string },
  takesPipe: boolean,
): Promise<string | undefined> {
  if (file !== undefined && data !== undefined) throw new UsageError('--file and --data exclude each other');
  if (data !== undefined) return data;
  if (file === '-') return await textOf(process.stdin);
  if (file !== undefined) {
    return await readFile(file, 'utf8').catch((error: Error) => {
      throw new UsageError(`the body cannot be read: ${error.message}`);
    });
  }
  if (!takesPipe || !isPiped()) return undefined;
  const piped = await textOf(process.stdin);
  return piped.trim() === '' ? undefined : piped;
}

/** Somebody wrote `... | cardwright` or `cardwright < file`: a terminal would wait for a person. */
function isPiped(): boolean {
  try {
    const facts = fstatSync(0);
    return facts.isFIFO() || facts.isFile() || facts.isSocket();
  } catch {
    return false;
  }
}
