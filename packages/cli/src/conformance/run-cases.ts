import { AsyncLocalStorage } from 'node:async_hooks';
import { casesFor } from './all-cases.ts';
import { type ConformanceCase, type Deviation, restsOn, SkippedCase, Trial, worstOutcome } from './conformance-case.ts';
import { Connection } from './connection.ts';
import { Deliveries, type OwnReceiverOptions } from './deliveries.ts';
import type { WireExchange } from './exchange.ts';
import type { CaseResult, ConformanceReport } from './report/report.ts';
import type { ConformanceTarget } from './target.ts';
import { AnswerWatch } from './watch/answer-watch.ts';
import { World } from './world.ts';

export interface RunOptions {
  readonly target: ConformanceTarget;
  readonly now: () => Date;
  /** Whether cases can create or change data. */
  readonly mayChange: boolean;
  /** Selects the cases to run. Default: all cases. */
  readonly chosen?: (one: Pick<ConformanceCase, 'id'>) => boolean;
  /** The receiver that notifications are delivered to. */
  readonly receiver?: OwnReceiverOptions | undefined;
  readonly atOnce?: number;
  readonly onResult?: (result: CaseResult) => void;
  /** Called for each exchange with the id of its case. */
  readonly onExchange?: (exchange: WireExchange, caseId: string) => void;
  /** Returns true to stop the run before the next case. */
  readonly isEnough?: (result: CaseResult) => boolean;
}

const AT_ONCE = 8;
/** The id of the running case, for code that reports exchanges. */
const running = new AsyncLocalStorage<string>();

/** Runs every case that can run, and reports the result of each. */
export async function runCases(options: RunOptions): Promise<ConformanceReport> {
  const { target, now, mayChange, chosen = () => true, atOnce = AT_ONCE } = options;
  const start = performance.now();
  const watch = new AnswerWatch();
  const connection = new Connection(target, (exchange, isRaw) => {
    if (!isRaw) watch.check(exchange);
    options.onExchange?.(exchange, running.getStore() ?? '');
  });
  await connection.signIn();
  const deliveries = options.receiver && new Deliveries(options.receiver);
  const world = new World({ target, connection, now, mayChange, deliveries });
  const cases = casesFor(world).filter(chosen);
  const results: CaseResult[] = [];
  let isOver = false;
  const queue = cases.values();
  const work = async () => {
    for (const one of queue) {
      if (isOver) return;
      const result = await running.run(one.id, () => runCase(one, mayChange));
      results.push(result);
      options.onResult?.(result);
      isOver ||= options.isEnough?.(result) ?? false;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await world.close();
  const watched = watch.results();
  for (const result of watched) options.onResult?.(result);
  const order = new Map(cases.map(({ id }, at) => [id, at]));
  results.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  return {
    at: new Date().toISOString(),
    mode: mayChange ? 'sandbox' : 'read-only',
    seconds: Math.round((performance.now() - start) / 100) / 10,
    requests: watch.count,
    results: [...watched, ...results],
  };
}

async function runCase(one: ConformanceCase, mayChange: boolean): Promise<CaseResult> {
  const { id, title, group, operation, rests, changes } = one;
  const result = { id, title, group, operation, ...rests };
  const notRun = (why: string): CaseResult => ({ ...result, outcome: 'not run', why, deviations: [] });
  if (changes && !mayChange) return notRun('the case can change data: run with --sandbox');
  const trial = new Trial();
  try {
    await one.run(trial);
  } catch (error) {
    if (error instanceof SkippedCase && trial.deviations.length === 0) return notRun(error.message);
    if (!(error instanceof SkippedCase)) trial.deviations.push(noAnswer(error));
  }
  const deviations: readonly Deviation[] = trial.deviations;
  return { ...result, outcome: worstOutcome(deviations), deviations };
}

/** A failed connection says nothing about a value, but it is not conformance either. */
function noAnswer(error: unknown): Deviation {
  const { name, cause } = error instanceof Error ? error : { name: 'failure', cause: undefined };
  const code = (cause as { code?: unknown } | undefined)?.code;
  return { ...restsOn('answer.json'), what: `no response: ${typeof code === 'string' ? code : name}` };
}
