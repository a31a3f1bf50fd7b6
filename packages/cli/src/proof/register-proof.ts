import type { Command } from 'commander';
import { withConnectionOptions, withExamples } from '../connection/shared-options.ts';
import type { ProofOptions } from './proof-options.ts';

/** Registers `proof`, which gets the proof of a decision, or verifies one. */
export function registerProof(program: Command): void {
  const proof = program
    .command('proof')
    .summary('Get the proof of a decision or of the log, or verify one')
    .description(
      'Get the proof of a decision by its retrieval reference number, get the proof that rows were only appended to the log (--since), or verify the proof in a file, without a gateway. The exit code of a verification is 0 if everything holds, 1 if something does not, and 2 if something could not be checked.',
    )
    .argument('[reference|file]', 'retrieval reference number of the decision, or a file with a proof')
    .option('--output <file>', 'file for the proof; default: the standard output')
    .option('--head <size>', 'size of the head of the log under which to prove; default: the newest')
    .option(
      '--since <file>',
      'file with heads that were kept outside the server: get the proof that the log continues the newest of them',
    )
    .option('--open <value>', 'value to open: account_number, merchant_name or other_members')
    .option('--key <hex>', 'public key of the server, learned from the bank, to verify a file')
    .option('--heads <file>', 'file with heads kept outside the server, to verify a file; repeatable', addFile, []);
  withExamples(
    withConnectionOptions(proof),
    'cardwright proof 632412000001 --output proof.json',
    'cardwright proof proof.json --heads anchors.jsonl',
    'cardwright proof --since anchors.jsonl --output log-proof.json',
  ).action(async (what: string | undefined, options: ProofOptions) =>
    (await import('./proof.ts')).getOrVerify(what, options),
  );
}

function addFile(file: string, earlier: readonly string[]): string[] {
  return [...earlier, file];
}
