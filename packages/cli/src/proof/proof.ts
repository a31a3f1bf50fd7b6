import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { writeCanonicalJson } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import { print, printMessage } from '../output/print.ts';
import type { ProofOptions } from './proof-options.ts';

/** Gets the proof of a decision, or verifies the proof in a file. */
export async function getOrVerify(what: string, options: ProofOptions): Promise<void> {
  if (existsSync(what)) {
    const { run } = await import('@cardwright/verifier');
    const heads = options.heads.flatMap((file) => ['--heads', file]);
    const key = options.key === undefined ? [] : ['--key', options.key];
    process.exitCode = await run([what, ...key, ...heads]);
    return;
  }
  const client = await openClient(options);
  const { head, open, output } = options;
  const proof = await client.authorizations.proof(what, { ...(head && { head }), ...(open && { open }) });
  const text = writeCanonicalJson(proof as never);
  if (output === undefined) print(text);
  else {
    await writeFile(output, `${text}\n`);
    printMessage(`The proof is in ${output}.`);
  }
}
