import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import type { SyntaxNode } from './mutate.ts';
import { simulate } from './simulate.ts';

/** The time for more than a hundred faults, each in a separate simulation. */
const MAX_MS = 3_600_000;

const parser = async () => (text: string) => parseAst(text) as unknown as SyntaxNode;

async function run(...args: string[]): Promise<string[]> {
  const output: string[] = [];
  const isRight = await simulate(args, parser, (line) => output.push(line));
  expect(isRight, output.join('\n')).toBe(true);
  return output;
}

it('a simulation has the same digest on one thread and on two', async () => {
  const digests = await Promise.all(
    ['1', '2'].map(async (cores) => (await run('--operations', '600000', '--seed', '11', '--cores', cores)).at(-1)),
  );
  expect(digests[0]).toMatch(/^digest [\da-f]{32}$/);
  expect(digests[1]).toBe(digests[0]);
});

it('a simulation finds every fault in the order of the rules, in the rules of amount and funds, and in separate queries', async () => {
  const files = [
    'issuing/authorization/decision/rules/index.ts',
    'issuing/authorization/decision/rules/amount.ts',
    'issuing/authorization/decision/rules/funds.ts',
    'issuing/cards/card.ts',
    'platform/kernel/required.ts',
  ];
  for (const file of files) {
    const output = await run('--mutants', '--only', file);
    expect(output.join('\n')).toMatch(/\d+ of \d+ found/);
  }
});

it.each(['fixed-rules', 'decide-provisioning', 'bank-rules', 'limits-rule'])(
  'a simulation finds every fault in %s, a part of the decision of a request for a token',
  async (file) => {
    const output = await run('--mutants', '--only', `issuing/tokens/provisioning/${file}.ts`);
    expect(output[0]).toMatch(/^\d{2,} faults in 1 files/);
  },
  MAX_MS,
);
