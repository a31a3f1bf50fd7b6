import { expect, it } from 'vitest';
import { runChaos } from './run-chaos.ts';

/** The options of `npm run chaos`; the defaults are those of the run among the tests. */
const MINUTES = Number(process.env.CHAOS_MINUTES ?? '1');
const SEED = Number(process.env.CHAOS_SEED ?? '7');
const report = (line: string) => void process.stdout.write(`${line}\n`);

it(
  'every guarantee holds while servers and database are killed, stopped, isolated and starved',
  async () => {
    const { page, violations } = await runChaos({ minutes: MINUTES, seed: SEED, report });
    report(page);
    expect(violations).toEqual([]);
  },
  (MINUTES + 15) * 60_000,
);
