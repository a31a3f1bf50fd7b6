import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { applyConfiguration } from '../../../../server/src/host/configuration/apply-configuration.ts';
import { openVault, sandboxKeys } from '../../../../server/src/platform/vault/index.ts';
import { expectNoDifference } from '../../../../server/src/testing/decisions/bank-backtests.ts';
import { testServer } from '../../../../server/src/testing/test-server.ts';
import { DEMO, OTHR } from '../../world/model/model-banks.ts';
import { tooRare } from './coverage.ts';
import { endsWithin } from './ends-within.ts';
import type { Season } from './generate-moves.ts';
import { batchOf, openStage, playBatch, type Stage } from './run-batch.ts';
import { modelConfiguration, seasonBank } from './season-banks.ts';
import { startSeasonPartner } from './season-partner.ts';
import { Tally } from './tally.ts';

/**
 * The number of batches: a little more than 300 sequences, because a few of them do nothing. `npm run simulate`
 * compares the rules themselves; this test is about the path through the server.
 */
const WHOLE_SEASON = 13;
/**
 * The number of additional batches at a time, and how often they are added at most, while some event has happened too
 * rarely. A season must not fail by chance.
 */
const MORE_BATCHES = 2;
const MAX_MORE = 15;
/**
 * The time for all batches and for shrinking a difference. It is shorter than the timeout of the test, so that a
 * failure reports its cause.
 */
const SEASON_MS = 480_000;

interface SeasonOptions {
  readonly batches?: number;
  readonly workers?: number;
  /** Whether one of the banks has a partner decision system. */
  readonly hasPartner?: boolean;
}

/**
 * Sends random sequences to a server and compares every answer with the model's. Throws with the steps of a sequence in
 * which they differ. A complete season continues until everything is covered often enough, and throws if even three
 * times its batches do not suffice. It prints the seed: MODEL_SEED repeats a run, and MODEL_PATH with it goes straight
 * to the smallest failing case.
 */
export async function checkCardControl(
  season: Season,
  { batches = WHOLE_SEASON, workers = 1, hasPartner = false }: SeasonOptions = {},
): Promise<void> {
  const seed = Number(process.env.MODEL_SEED ?? randomInt(2 ** 31));
  const path = process.env.MODEL_PATH;
  process.stdout.write(`card control against its model, ${season.name}: MODEL_SEED=${seed}\n`);
  const server = await testServer({ CARDWRIGHT_LOG_LEVEL: 'warn' }, { workers });
  const partner = hasPartner ? await startSeasonPartner() : undefined;
  const tally = new Tally();
  try {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const configuration = modelConfiguration(partner?.configuration);
    await applyConfiguration(server.db.database, configuration, { sandbox: true, vault });
    for (const { periodicJobs } of server.workers) {
      await periodicJobs.runDue();
      // A round of the server's periodic jobs uses its start time, and the next batch begins before that.
      await periodicJobs.stop();
    }
    const momentEach = batches === WHOLE_SEASON ? 3 : 9;
    const stage = await openStage(server, { season, tally, momentEach, partner });
    const untilMs = performance.now() + SEASON_MS;
    await runBatches(stage, { batches, seed, path, untilMs });
    if (path !== undefined) return;
    // A backtest repeats all decisions of a bank with the same results.
    for (const bank of [DEMO, OTHR]) {
      await endsWithin(`the backtest of ${bank.id}`, expectNoDifference(server, seasonBank(bank).caller));
    }
    if (batches !== WHOLE_SEASON) return;
    for (let more = 1; more <= MAX_MORE; more++) {
      const rareNames = tooRare(tally.counts, hasPartner);
      if (rareNames.length === 0) break;
      process.stdout.write(`${MORE_BATCHES} more batches, too rare so far: ${rareNames.join('; ')}\n`);
      await runBatches(stage, { batches: MORE_BATCHES, seed: seed + more, path, untilMs });
    }
  } finally {
    await endsWithin('the servers of a season close', server.close());
    await partner?.close();
  }
  const rareNames = tooRare(tally.counts, hasPartner);
  if (rareNames.length > 0) throw new Error(`MODEL_SEED=${seed}, too rare to be tested: ${rareNames.join('; ')}`);
}

async function runBatches(
  stage: Stage,
  { batches, seed, path, untilMs }: { batches: number; seed: number; path: string | undefined; untilMs: number },
): Promise<void> {
  const result = await fc.check(
    fc.asyncProperty(batchOf(stage.season), (batch) => playBatch(stage, batch)),
    {
      seed,
      numRuns: batches,
      interruptAfterTimeLimit: Math.max(1, untilMs - performance.now()),
      markInterruptAsFailure: true,
      ...(path !== undefined && { path }),
    },
  );
  if (!result.failed) return;
  const difference = result.errorInstance instanceof Error ? result.errorInstance.message : 'interrupted';
  const again = `MODEL_SEED=${seed} MODEL_PATH=${result.counterexamplePath}`;
  throw new Error(`In batch ${result.numRuns}, shrunk ${result.numShrinks} times:\n${difference}\n${again}`);
}
