import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import * as engine from './engine/engine.ts';
import type { SyntaxNode } from './mutate.ts';
import { reportDifference } from './report-difference.ts';
import { openSimulation, runShard } from './shard.ts';
import { shorten } from './shorten.ts';
import { simulate } from './simulate.ts';

const parser = async () => (text: string) => parseAst(text) as unknown as SyntaxNode;

describe('the pure engine', () => {
  it('responds like a model that was written from the rules only, in 25,000 operations', () => {
    const { difference, operations } = runShard(openSimulation(engine), { seed: 7, shard: 0, operations: 25_000 });
    expect(difference && reportDifference(difference, 7)).toBeUndefined();
    expect(operations).toBeGreaterThanOrEqual(25_000);
  });
});

describe('a simulation', () => {
  it('has the same digest for the same seed, and another digest for another seed', async () => {
    const lines: string[] = [];
    const isRight = await simulate(['--operations', '2000', '--cores', '1'], parser, (line) => lines.push(line));
    expect(isRight).toBe(true);
    expect(lines.at(-1)).toMatch(/^digest [\da-f]{32}$/);
    const digestOf = (seed: number) => runShard(openSimulation(engine), { seed, shard: 0, operations: 2_000 }).digest;
    expect(digestOf(7)).toBe(digestOf(7));
    expect(digestOf(8)).not.toBe(digestOf(7));
  });

  it('reports a difference in a few steps, with both responses and the command that repeats it', () => {
    const withoutReservations = {
      ...engine,
      afterReservation: ((account) => account) as typeof engine.afterReservation,
    };
    const stage = openSimulation(withoutReservations);
    const { difference } = runShard(stage, { seed: 7, shard: 3, operations: 100_000 });
    const short = shorten(stage, difference!);
    // The steps are an approval and its end.
    expect(short.story.steps.map(({ kind }) => kind)).toEqual([
      'authorize',
      expect.stringMatching(/^(reverse|complete|expire)$/),
    ]);
    expect(runShard(stage, { seed: 7, shard: 3, operations: 1, life: short.life }).difference?.life).toBe(short.life);
    const text = reportDifference(short, 7);
    expect(text).toContain('Engine and model differ: seed 7, part 3, life');
    expect(text).toMatch(/The model says: .+ available.+\nThe engine says: .+ available/);
    expect(text).toContain(`npm run simulate -- --seed 7 --shard 3 --life ${short.life}`);
  });
});
