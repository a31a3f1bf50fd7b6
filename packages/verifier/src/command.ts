import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type OutsideHead, readOutsideHeads } from './outside-heads.ts';
import { verifyProof } from './verify-proof.ts';

const USAGE = `Usage: cardwright-verify PROOF... [--key HEX] [--heads FILE]... [--card-number SALT:NUMBER]

Checks proofs of decisions, and of the log of decisions, without a server.
  --key HEX     the public key of the server, learned from the bank
  --heads FILE  heads that were kept outside: anchors of an endpoint, another proof, or a proof of the log
  --card-number SALT:NUMBER  the card number, with the salt that the bank gave for it

Exit code: 0 everything holds, 1 something does not, 2 nothing fails, but something could not be checked, 3 wrong use.
`;
const MARKS = { HOLDS: 'holds  ', FAILS: 'FAILS  ', UNKNOWN: 'unknown' } as const;

/** Runs the command, and returns its exit code. */
export async function run(
  args: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const options = {
    key: { type: 'string' },
    heads: { type: 'string', multiple: true },
    'card-number': { type: 'string' },
  } as const;
  let exitCode = 0;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length === 0) throw new Error('name a proof');
    const outsideHeads: OutsideHead[] = [];
    for (const file of values.heads ?? []) outsideHeads.push(...readOutsideHeads(await readFile(file, 'utf8')));
    const [salt = '', number = ''] = values['card-number']?.split(':') ?? [];
    const cardNumber = values['card-number'] === undefined ? undefined : { salt, number };
    for (const file of positionals) {
      const evidence = { outsideHeads, trustedKey: values.key, cardNumber };
      const { checks } = await verifyProof(await readFile(file), evidence);
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
