import { fstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { UsageError } from '../output/usage-error.ts';

/**
 * Reads the body from the given source, or from standard input if it is piped. Returns undefined if there is no body.
 */
export async function readBodyText(
  { file, data }: { readonly file?: string; readonly data?: string },
  acceptsPipe: boolean,
): Promise<string | undefined> {
  if (file !== undefined && data !== undefined) throw new UsageError('--file and --data cannot be used together');
  if (data !== undefined) return data;
  if (file === '-') return await textOf(process.stdin);
  if (file !== undefined) {
    return await readFile(file, 'utf8').catch((error: Error) => {
      throw new UsageError(`failed to read the body: ${error.message}`);
    });
  }
  if (!acceptsPipe || !isPiped()) return undefined;
  const piped = await textOf(process.stdin);
  return piped.trim() === '' ? undefined : piped;
}

/** Whether input is piped, as in `... | cardwright` or `cardwright < file`. Reading from a terminal would block. */
function isPiped(): boolean {
  try {
    const facts = fstatSync(0);
    return facts.isFIFO() || facts.isFile() || facts.isSocket();
  } catch {
    return false;
  }
}
