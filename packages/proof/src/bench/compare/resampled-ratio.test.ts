import { describe, expect, it } from 'vitest';
import { compareLines } from './compare-report.ts';
import { resampledRatio } from './resampled-ratio.ts';

const BEFORE = [1_000, 1_100, 900, 1_050, 980, 1_020, 940, 1_010];

describe('a comparison of two revisions', () => {
  it('gives the median of the ratios of its rounds, with an interval that contains it', () => {
    const { ratio, from, until } = resampledRatio(BEFORE, [1_200, 1_320, 1_080, 1_260, 1_176, 1_224, 1_128, 1_212]);

    expect(ratio).toBeCloseTo(1.2, 9);
    expect(from).toBeCloseTo(1.2, 9);
    expect(until).toBeCloseTo(1.2, 9);
  });

  it('has an interval as wide as the rounds differ', () => {
    const { ratio, from, until } = resampledRatio(BEFORE, [1_300, 990, 990, 1_260, 882, 1_224, 846, 1_111]);

    expect(ratio).toBeCloseTo(1.1, 9);
    expect(from).toBeLessThan(0.95);
    expect(until).toBeGreaterThan(1.19);
  });

  it('proves nothing with few rounds', () => {
    const few = BEFORE.slice(0, 5);
    const [, line] = compareLines([
      { load: 'usual, 64', figure: 'answers/s', before: few, now: few.map((value) => value * 2) },
    ]);

    expect(line).toMatch(/2\.00 to 2\.00 +within noise$/);
  });

  it('reports which figures became better and worse, and which changes the rounds do not prove', () => {
    const by = (factor: number) => BEFORE.map((value) => value * factor);
    const lines = compareLines([
      { load: 'usual, 64', figure: 'answers/s', before: BEFORE, now: by(1.2) },
      { load: 'usual, 64', figure: 'p99 ms', before: BEFORE, now: by(1.2) },
      { load: 'usual, 64', figure: 'server CPU us', before: BEFORE, now: by(0.8) },
      { load: 'usual, 64', figure: 'p50 ms', before: BEFORE, now: BEFORE.toReversed() },
      { load: 'usual, 64', figure: 'database CPU us', before: BEFORE, now: by(1.01) },
    ]);

    const verdicts = lines.map((line) => /(better|WORSE|within noise)$/.exec(line)?.[0]);
    expect(verdicts).toEqual([undefined, 'better', 'WORSE', 'better', 'within noise', 'within noise']);
    expect(lines[1]).toMatch(/^usual, 64 +answers\/s +1,005 +1,206 +1\.20 +1\.20 to 1\.20 +better$/);
  });
});
