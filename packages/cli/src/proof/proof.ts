import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { writeCanonicalJson } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import { print, printMessage } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';
import type { ProofOptions } from './proof-options.ts';

/** Gets the proof of a decision or of the log, or verifies the proof in a file. */
export async function getOrVerify(what: string | undefined, options: ProofOptions): Promise<void> {
  if (options.since !== undefined) return await getLogProof(options.since, options);
  if (what === undefined) throw new UsageError('specify the reference of a decision, a proof file, or --since');
  if (existsSync(what)) {
    const { run } = await import('@cardwright/verifier');
    const heads = options.heads.flatMap((file) => ['--heads', file]);
    const key = options.key === undefined ? [] : ['--key', options.key];
    process.exitCode = await run([what, ...key, ...heads]);
    return;
  }
  const client = await openClient(options);
  const { head, open } = options;
  await save(await client.authorizations.proof(what, { ...(head && { head }), ...(open && { open }) }), options);
}

/** Gets the proof that the log continues the newest of the heads in a file. */
async function getLogProof(file: string, options: ProofOptions): Promise<void> {
  const { readOutsideHeads } = await import('@cardwright/verifier');
  const sizes = readOutsideHeads(await readFile(file, 'utf8')).map(({ size }) => size);
  if (sizes.length === 0) throw new Error(`${file} has no head of a log of decisions`);
  const client = await openClient(options);
  const { head } = options;
  const since = String(Math.max(...sizes));
  await save(await client.authorizations.logProof({ since, ...(head && { head }) }), options);
}

async function save(proof: object, { output }: ProofOptions): Promise<void> {
  const text = writeCanonicalJson(proof as never);
  if (output === undefined) print(text);
  else {
    await writeFile(output, `${text}\n`);
    printMessage(`The proof is in ${output}.`);
  }
}
