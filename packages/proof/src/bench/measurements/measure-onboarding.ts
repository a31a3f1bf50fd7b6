import { ACQUIRER } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { BenchServerProcess } from '../bench-process.ts';
import type { Flags } from '../flags.ts';
import { onboardingRequest } from '../onboarding-request.ts';
import { readStandstillMs } from '../standstill.ts';
import { type BenchTarget, type Measurement, measure } from './measure.ts';

const CONNECTIONS = 64;

export interface OnboardingFindings {
  /** Authorizations sent a second, with and without onboarding. */
  readonly rate: number;
  readonly baseline: readonly Measurement[];
  readonly duringOnboarding: readonly Measurement[];
  /** The time from the first byte sent to the answer, for each successful onboarding request. */
  readonly durationsMs: readonly number[];
  readonly requestBytes: number;
  /** The longest pause of the server's event loop during onboarding in each round, as its metric reports it. */
  readonly longestStandstillMs: readonly number[];
  /** The same with authorizations only: the share of the machine and its other processes. */
  readonly baselineStandstillMs: readonly number[];
}

/** Measures how long a large request takes, and how much it slows down authorizations. */
export async function measureOnboarding(
  database: BenchDatabase,
  target: BenchTarget,
  flags: Flags,
  print: (line: string) => void,
): Promise<OnboardingFindings> {
  const load = { connections: CONNECTIONS, rate: flags.rate };
  const baseline: Measurement[] = [];
  const duringOnboarding: Measurement[] = [];
  const durationsMs: number[] = [];
  const longestStandstillMs: number[] = [];
  const baselineStandstillMs: number[] = [];
  let requestCount = 0;
  let requestBytes = 0;
  for (let round = 1; round <= flags.rounds; round++) {
    await readStandstillMs(target.server);
    baseline.push(await measure(database, target, flags, load));
    baselineStandstillMs.push(await readStandstillMs(target.server));
    const measuring = measure(database, target, flags, load);
    const ended = measuring.then(
      () => true,
      () => true,
    );
    do {
      const request = onboardingRequest(++requestCount);
      requestBytes = Buffer.byteLength(request);
      durationsMs.push(await board(target.server, request));
    } while (!(await Promise.race([ended, nextTurn()])));
    duringOnboarding.push(await measuring);
    longestStandstillMs.push(await readStandstillMs(target.server));
    const p99 = [baseline, duringOnboarding].map((measured) => measured.at(-1)!.p99Ms.toFixed(1));
    print(
      `  onboarding     ${durationsMs.at(-1)!.toFixed(0)} ms; authorizations p99 ${p99[0]} ms without, ${p99[1]} ms during it`,
    );
  }
  return {
    rate: flags.rate,
    baseline,
    duringOnboarding,
    durationsMs,
    requestBytes,
    longestStandstillMs,
    baselineStandstillMs,
  };
}

function nextTurn(): Promise<false> {
  return new Promise((resolve) => setImmediate(resolve, false));
}

async function board(server: BenchServerProcess, body: string): Promise<number> {
  const token = await benchClient(server).token(ACQUIRER);
  const sentAt = performance.now();
  const answer = await fetch(`http://${server.host}:${server.port}/V2/merchants/onboarding`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 202) throw new Error(`merchants were not boarded: ${answer.status} ${text.slice(0, 500)}`);
  return performance.now() - sentAt;
}
