import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type OutsideHead, readOutsideHeads } from './outside-heads.ts';
import { verifyProof } from './verify-proof.ts';

const USAGE = `Usage: cardwright-verify PROOF... [--key HEX] [--heads FILE]...

Checks proofs of decisions without a server.
  --key HEX     the public key of the server, learned from the bank
  --heads FILE  heads that were kept outside: anchors of an endpoint, or another proof

Exit code: 0 everything holds, 1 something does not, 2 nothing fails, but something could not be checked, 3 wrong use.
`;
const MARKS = { HOLDS: 'holds  ', FAILS: 'FAILS  ', UNKNOWN: 'unknown' } as const;

/** Runs the command, and returns its exit code. */
export async function run(
  args: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const options = { key: { type: 'string' }, heads: { type: 'string', multiple: true } } as const;
  let exitCode = 0;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length === 0) throw new Error('name a proof');
    const outsideHeads: OutsideHead[] = [];
    for (const file of values.heads ?? []) outsideHeads.push(...readOutsideHeads(await readFile(file, 'utf8')));
    for (const file of positionals) {
      const { checks } = await verifyProof(await readFile(file), { outsideHeads, trustedKey: values.key });
      const lines = checks.map(({ name, result, text }) => `  ${MARKS[result]}  ${name}: ${text}\n`);
      write(`${file}\n${lines.join('')}`);
      if (checks.some(({ result }) => result === 'FAILS')) exitCode = 1;
      else if (exitCode === 0 && checks.some(({ result }) => result === 'UNKNOWN')) exitCode = 2;
    }
    return exitCode;
  } catch (error) {
    write(`${(error as Error).message}\n\n${USAGE}`);
    return 3;
  }
}
