import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import { coalesce } from '../../platform/kernel/concurrency/coalesce.ts';
import { spansNow } from '../../platform/kernel/spans.ts';
import type { Clock } from '../../platform/kernel/time/clock.ts';
import { runWork, type Work, type WorkDeps } from '../../platform/operation/index.ts';
import { type GuardedPost, listenForMessages } from '../../platform/outbox/index.ts';
import type { Acquirer, AcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import type { DenyLists } from '../deny-list/deny-lists.ts';
import { builtInScreen } from './built-in-screen.ts';
import { providerScreen } from './provider-screen.ts';
import { type Screen, screenByAll } from './screen.ts';
import { SCREENING_ACTOR, type ScreeningBatch, type ScreeningQueue } from './screening-queue.ts';

const BATCH = 50;
const LOOK_EVERY_MS = 1_000;
/**
 * How much longer a lease lasts than the outside provider may take. A lease that expires belongs to a server that died.
 */
const LEASE_MS = 60_000;
const DRAIN_MS = 8_000;

export interface ScreeningDeps extends WorkDeps {
  readonly acquirers: AcquirerDirectory;
  /** Decides which entries are due. Leases use the database's clock instead. */
  readonly clock: Clock;
  readonly post: Pick<GuardedPost, 'post'>;
  readonly logger: Logger;
  readonly denyLists: DenyLists;
  /** The queues to screen. They take turns, batch by batch. */
  readonly queues: readonly ScreeningQueue[];
  readonly pollIntervalMs?: number;
  /** Called after each batch, to yield to traffic. */
  readonly throttle: BackgroundThrottle;
}

export interface Screening {
  /** Starts to look for due entries regularly. */
  start(): void;
  /** Looks for due entries at once. */
  runSoon(): void;
  /** Looks for due entries, and resolves when nothing is left to do now. */
  idle(): Promise<void>;
  /** Stops claiming, and waits for running screenings. Those that do not end in time are repeated. */
  stop(): Promise<void>;
}

/**
 * Screens the entries of the queues. Screens each acquirer separately, so that a slow provider does not delay others.
 * Several servers can run at the same time.
 */
export function createScreening(deps: ScreeningDeps): Screening {
  const { database, logger } = deps;
  const server = randomUUID();
  const working = new Map<string, Promise<void>>();
  let isStopping = false;

  const look = async (): Promise<void> => {
    for (const acquirerId of await findAcquirersDue(deps)) {
      const acquirer = deps.acquirers.acquirer(acquirerId);
      if (acquirer === undefined || working.has(acquirerId) || isStopping) continue;
      const work = screenAll(deps, server, screenOf(deps, acquirer), acquirer, () => isStopping)
        .catch((error: unknown) =>
          logger.warn({ err: error, acquirer: acquirerId }, 'failed to screen the merchants of an acquirer; retrying'),
        )
        .finally(() => working.delete(acquirerId));
      working.set(acquirerId, work);
    }
  };
  const looking = coalesce(look, (error) =>
    logger.warn({ err: error }, 'failed to read the screening queue; retrying'),
  );
  const { kick } = looking;

  let timer: NodeJS.Timeout | undefined;
  let listener: ReturnType<typeof listenForMessages> | undefined;
  return {
    start: () => {
      timer = setInterval(kick, deps.pollIntervalMs ?? LOOK_EVERY_MS).unref();
      listener = listenForMessages(database, logger, kick, 'cardwright_screening');
    },
    runSoon: kick,
    idle: async () => {
      kick();
      while (looking.running !== undefined || working.size > 0) {
        await Promise.all([looking.running, ...working.values()]);
      }
    },
    stop: async () => {
      isStopping = true;
      looking.stop();
      clearInterval(timer);
      await listener?.stop();
      await looking.running;
      await Promise.race([Promise.all(working.values()), delay(DRAIN_MS)]);
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

async function findAcquirersDue({ database, clock, queues }: ScreeningDeps): Promise<ReadonlySet<string>> {
  const due = new Set<string>();
  for (const queue of queues) {
    for (const acquirerId of await queue.findAcquirersDue(database, clock.now())) due.add(acquirerId);
  }
  return due;
}

/** Screens batch by batch until no entry of the acquirer is due. */
async function screenAll(
  deps: ScreeningDeps,
  server: string,
  screen: Screen,
  acquirer: Acquirer,
  isStopping: () => boolean,
): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const queue of deps.queues) {
      if (isStopping()) return;
      const began = performance.now();
      if (!(await screenBatch(deps, server, screen, acquirer, queue))) continue;
      hasMore = true;
      await deps.throttle(performance.now() - began);
    }
  }
}

/** Screens one batch. Returns whether any entry was due. */
async function screenBatch(
  deps: ScreeningDeps,
  server: string,
  screen: Screen,
  acquirer: Acquirer,
  queue: ScreeningQueue,
): Promise<boolean> {
  const { acquirerId, provider } = acquirer;
  const claimant = { server, leaseMs: LEASE_MS + (provider?.timeoutMs ?? 0), limit: BATCH };
  const batch = await runWork(deps, workNow(deps), async (context) => {
    await lockAcquirer(context.tx, acquirerId);
    return { commit: true, result: await queue.claim(context, acquirer, claimant) };
  });
  if (batch === undefined) return false;
  const spans = spansNow();
  const attributes = { 'cardwright.acquirer': acquirerId, 'cardwright.merchants': batch.merchants.length };
  const work = () => screenClaimed(deps, screen, acquirerId, batch);
  await (spans === undefined ? work() : spans.run('screen merchants', { kind: 'inner', attributes }, work));
  return true;
}

async function screenClaimed(
  deps: ScreeningDeps,
  screen: Screen,
  acquirerId: string,
  batch: ScreeningBatch,
): Promise<void> {
  const outcomes = batch.merchants.length === 0 ? [] : await screen(batch.merchants);
  await runWork(deps, workNow(deps), async (context) => {
    await lockAcquirer(context.tx, acquirerId);
    await batch.settle(context, outcomes);
    return { commit: true, result: undefined };
  });
  const failed = outcomes.find((outcome) => 'problem' in outcome);
  if (failed !== undefined && 'problem' in failed) {
    deps.logger.warn(
      { acquirer: acquirerId, reason: failed.problem },
      'failed to screen some merchants; they stay pending and will be screened again',
    );
  }
}

function screenOf({ database, post, denyLists }: ScreeningDeps, acquirer: Acquirer): Screen {
  const { provider } = acquirer;
  const builtIn = builtInScreen(database, acquirer, denyLists);
  return provider === undefined ? builtIn : screenByAll([builtIn, providerScreen(post, acquirer, provider)]);
}

/** Returns a separate unit of work for each transaction, so that its moves and rows have one request id. */
function workNow({ clock }: ScreeningDeps): Work {
  return { operation: 'merchants.screening', actor: SCREENING_ACTOR, requestId: randomUUID(), now: clock.now() };
}
