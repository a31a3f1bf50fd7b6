import { writeFileSync } from 'node:fs';
import { OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countsOf } from '../../../cli/src/conformance/report/report.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';
import { chooseMutants } from './choose-mutants.ts';
import { mutantsPage, type VariantResult } from './mutants-page.ts';
import { tolerableVariants } from './tolerable.ts';
import { allMutants, type Baseline, deviatingCases, type MutantResult, runBaseline, tryMutant } from './try-mutant.ts';

/** The size of the sample in the tests. `npm run conformance:mutants` tries 200 and writes the page. */
const COUNT = Number(process.env.CONFORMANCE_MUTANTS ?? 20);
const SEED = Number(process.env.CONFORMANCE_SEED ?? 7);
const PAGE = process.env.CONFORMANCE_PAGE;
/** Each variant runs one in this number of cases. */
const EACH = Number(process.env.CONFORMANCE_EACH ?? 40);
/** The share that must be found: one in twenty may escape. */
const DETECTED_SHARE = 0.95;

/** The full run, on a server whose clock runs, because undelivered notifications are retried after some seconds. */
const folder = dataFolder();
const servers: ServerProcess[] = [];
let baseline: Baseline;
const tried: MutantResult[] = [];
const variants: VariantResult[] = [];
beforeAll(async () => {
  const gateway = await startSandbox({ CARDWRIGHT_DATA_DIR: folder });
  servers.push(gateway);
  baseline = await runBaseline(gateway.url);
}, 1_800_000);
afterAll(() => cleanUp(servers, folder));

describe('the conformance runner against this gateway', () => {
  it('finds no deviation from the interface or from the decisions of Cardwright', () => {
    expect(baseline.report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'note')).toEqual([]);
  });

  it('tests every operation, and skips only cases that do not apply', () => {
    const { results } = baseline.report;
    const tried = new Set(results.filter(({ outcome }) => outcome === 'passed').map(({ operation }) => operation));
    expect((OPERATIONS as readonly Operation[]).map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
    const { passed, 'not run': notRun } = countsOf(results);
    expect(passed).toBeGreaterThan(2_500);
    expect([...new Set(results.flatMap(({ why }) => (why === undefined ? [] : [why])))].sort()).toEqual([
      'every kind of caller may have this scope',
      'the body of the operation is not JSON',
    ]);
    expect(notRun).toBe(2);
  });

  it('has a unique id for each case', () => {
    const ids = baseline.report.results.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});

describe('a proxy in front of the gateway', () => {
  it('with a planted deviation is detected in at least 95 % of the cases', async () => {
    for (const planted of chooseMutants(allMutants(), COUNT, SEED)) {
      const one = await tryMutant(baseline, planted);
      tried.push(one);
      if (PAGE !== undefined)
        process.stdout.write(
          `${one.detectedBy === undefined ? 'NOT FOUND' : 'found'} ${planted.id} (${one.seconds} s)\n`,
        );
    }
    const escaped = tried.filter(({ detectedBy }) => detectedBy === undefined).map(({ planted }) => planted.id);
    expect(tried.length).toBe(COUNT);
    expect(escaped.length, escaped.join('\n')).toBeLessThanOrEqual(Math.floor(COUNT * (1 - DETECTED_SHARE)));
  }, 3_600_000);

  it('with a tolerable deviation is not reported', async () => {
    const ids = baseline.report.results.filter(({ group }) => group !== 'answers').map(({ id }) => id);
    for (const [at, variant] of tolerableVariants().entries()) {
      const chosen = ids.filter((_, place) => place % EACH === at % EACH);
      const deviating = await deviatingCases(baseline, variant, chosen);
      variants.push({ id: variant.id, cases: chosen.length, deviating: deviating.map(({ id }) => id) });
      if (PAGE !== undefined) process.stdout.write(`${deviating.length} alarms ${variant.id}\n`);
    }
    expect(variants.length).toBe(20);
    expect(variants.filter(({ deviating }) => deviating.length > 0)).toEqual([]);
  }, 3_600_000);

  it('writes its page on request', () => {
    if (PAGE === undefined) return;
    const command = `npm run conformance:mutants -- --count ${COUNT} --seed ${SEED}`;
    const { report } = baseline;
    writeFileSync(PAGE, mutantsPage({ report, planted: allMutants().length, tried, variants, command }));
  });
});
