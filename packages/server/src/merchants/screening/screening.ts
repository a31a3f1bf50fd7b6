import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { acquirerLog } from '../../audit/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import { oneAtATime } from '../../kernel/one-at-a-time.ts';
import { runWork, type Work, type WorkContext, type WorkDeps } from '../../operation/index.ts';
import { type EnqueueAll, type GuardedPost, listenForMessages } from '../../outbox/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { Acquirer, AcquirerDirectory } from '../acquirers/acquirer-directory.ts';
import { lockAcquirer } from '../acquirers/acquirer-store.ts';
import { createDenyLists, type DenyLists } from '../deny-list/deny-lists.ts';
import { recordMoves } from '../records/move-merchants.ts';
import { builtInScreen } from './built-in-screen.ts';
import { mergeHits } from './merge-hits.ts';
import { providerScreen } from './provider-screen.ts';
import { type Screen, type ScreeningOutcome, screenByAll } from './screen.ts';
import { toScreened } from './screened-merchant.ts';
import { nextAttemptAt } from './screening-schedule.ts';
import {
  type ClaimedMerchant,
  claimToScreen,
  findAcquirersDue,
  passScreening,
  postponeScreening,
} from './screening-store.ts';

const BATCH = 50;
const LOOK_EVERY_MS = 1_000;
/** Longer than the outside provider may take: a lease that expires belongs to a server that died. */
const LEASE_MS = 60_000;
/** The actor in history and audit log. */
const ACTOR = 'screening';
const DRAIN_MS = 8_000;

/** A merchant that passed the screening, as it is now. */
interface PassedMerchant {
  readonly row: ClaimedMerchant;
  readonly sequence: number;
  readonly hits: readonly { readonly check: string }[];
}

export type ApprovePassed = (
  context: WorkContext,
  acquirerId: string,
  passed: readonly PassedMerchant[],
) => Promise<void>;

export interface ScreeningDeps extends WorkDeps {
  readonly acquirers: AcquirerDirectory;
  /** Decides what is due. Leases use the database's clock instead. */
  readonly clock: Clock;
  readonly post: Pick<GuardedPost, 'post'>;
  readonly enqueueAll: EnqueueAll;
  readonly logger: Logger;
  /** Sandbox only: reviews and approves merchants without hits at once, in the transaction of the screening. */
  readonly approve?: ApprovePassed;
  readonly lookEveryMs?: number;
}

export interface Screening {
  /** Starts looking for due merchants by itself. */
  start(): void;
  /** Looks for due merchants at once. */
  kick(): void;
  /** Looks for due merchants, and resolves when nothing is left to do now. */
  idle(): Promise<void>;
  /** Claims nothing more, and waits for running screenings; what does not end in time is screened again. */
  stop(): Promise<void>;
}

/**
 * Screens received merchants, each acquirer on its own, so that a slow provider does not delay others. Several servers
 * can run at once.
 */
export function createScreening(deps: ScreeningDeps): Screening {
  const { database, clock, logger } = deps;
  const server = randomUUID();
  const denyLists = createDenyLists();
  const working = new Map<string, Promise<void>>();
  let isStopping = false;

  const look = async (): Promise<void> => {
    for (const acquirerId of await findAcquirersDue(database, clock.now())) {
      const acquirer = deps.acquirers.acquirer(acquirerId);
      if (acquirer === undefined || working.has(acquirerId) || isStopping) continue;
      const work = screenAll(deps, server, screenOf(deps, acquirer, denyLists), acquirer, () => isStopping)
        .catch((error: unknown) =>
          logger.warn(
            { err: error, acquirer: acquirerId },
            'could not screen the merchants of an acquirer; it will be tried again',
          ),
        )
        .finally(() => working.delete(acquirerId));
      working.set(acquirerId, work);
    }
  };
  const looking = oneAtATime(look, (error) =>
    logger.warn({ err: error }, 'cannot read the screening queue; it will be tried again'),
  );
  const { kick } = looking;

  let timer: NodeJS.Timeout | undefined;
  let listener: ReturnType<typeof listenForMessages> | undefined;
  return {
    start: () => {
      timer = setInterval(kick, deps.lookEveryMs ?? LOOK_EVERY_MS).unref();
      listener = listenForMessages(database, logger, kick, 'cardwright_screening');
    },
    kick,
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

/** Screens batch by batch until nothing of the acquirer is due. */
async function screenAll(
  deps: ScreeningDeps,
  server: string,
  screen: Screen,
  acquirer: Acquirer,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping()) {
    const claimed = await claim(deps, server, acquirer);
    if (claimed.length === 0) return;
    const outcomes = await screen(claimed.map(toScreened));
    await settle(deps, server, acquirer, claimed, outcomes);
  }
}

function screenOf({ database, post }: ScreeningDeps, acquirer: Acquirer, denyLists: DenyLists): Screen {
  const { provider } = acquirer;
  const builtIn = builtInScreen(database, acquirer, denyLists);
  return provider === undefined ? builtIn : screenByAll([builtIn, providerScreen(post, acquirer, provider)]);
}

/** A run for each transaction: its moves and rows have one request id. */
function workNow({ clock }: ScreeningDeps): Work {
  return { operation: 'merchants.screening', actor: ACTOR, requestId: randomUUID(), now: clock.now() };
}

function claim(deps: ScreeningDeps, server: string, { acquirerId, provider }: Acquirer): Promise<ClaimedMerchant[]> {
  const leaseMs = LEASE_MS + (provider?.timeoutMs ?? 0);
  return runWork(deps, workNow(deps), async ({ tx, now, requestId }) => {
    await lockAcquirer(tx, acquirerId);
    const claimed = await claimToScreen(tx, acquirerId, now, BATCH, { server, leaseMs });
    const moves = claimed
      .filter(({ status }) => status === 'RECEIVED')
      .map((row) => moveOf(row, row.sequence, 'RECEIVED', 'SCREENING'));
    await recordMoves(tx, deps, { acquirerId, at: now, actor: ACTOR, requestId }, moves);
    return { commit: true, result: claimed };
  });
}

function moveOf(
  { merchant_id: merchantId, onboarding_request_id: onboardingRequestId }: ClaimedMerchant,
  sequence: number,
  from: string,
  to: string,
) {
  return { merchantId, onboardingRequestId, sequence, from, to };
}

/** Stores the outcomes of a batch in one transaction, for the merchants whose lease is still valid. */
async function settle(
  deps: ScreeningDeps,
  server: string,
  acquirer: Acquirer,
  claimed: readonly ClaimedMerchant[],
  outcomes: readonly ScreeningOutcome[],
): Promise<void> {
  const { acquirerId } = acquirer;
  const byId = new Map(outcomes.map((outcome) => [outcome.merchantId, outcome]));
  await runWork(deps, workNow(deps), async (context) => {
    const { tx, now: at, requestId } = context;
    await lockAcquirer(tx, acquirerId);
    const passed = await pass(tx, { server, acquirerId, at }, claimed, byId);
    const moves = passed.map(({ row, sequence }) => moveOf(row, sequence, 'SCREENING', 'PENDING_APPROVAL'));
    await recordMoves(tx, deps, { acquirerId, at, actor: ACTOR, requestId }, moves);
    auditPassed(context, acquirerId, passed);
    await postpone(tx, { server, acquirer, at }, claimed, byId);
    await deps.approve?.(context, acquirerId, passed);
    return { commit: true, result: undefined };
  });
  const failed = outcomes.find((outcome) => 'problem' in outcome);
  if (failed !== undefined && 'problem' in failed) {
    deps.logger.warn(
      { acquirer: acquirerId, reason: failed.problem },
      'could not screen some merchants; they wait and will be screened again',
    );
  }
}

async function pass(
  tx: Tx,
  { server, acquirerId, at }: { server: string; acquirerId: string; at: Date },
  claimed: readonly ClaimedMerchant[],
  outcomes: ReadonlyMap<string, ScreeningOutcome>,
): Promise<PassedMerchant[]> {
  const said = claimed.flatMap((row) => {
    const outcome = outcomes.get(row.merchant_id);
    if (outcome === undefined || 'problem' in outcome) return [];
    const hits = mergeHits(outcome.hits, row.earlier_hits ?? [], { at, makeId: randomUUID });
    return [{ row, merchantId: row.merchant_id, attempt: row.screening_attempts, hits }];
  });
  if (said.length === 0) return [];
  const written = await passScreening(tx, acquirerId, server, at, said);
  const sequences = new Map(written.map(({ merchant_id, sequence }) => [merchant_id, sequence]));
  return said.flatMap(({ row, merchantId, hits }) => {
    const sequence = sequences.get(merchantId);
    return sequence === undefined ? [] : [{ row, sequence, hits }];
  });
}

async function postpone(
  tx: Tx,
  { server, acquirer, at }: { server: string; acquirer: Acquirer; at: Date },
  claimed: readonly ClaimedMerchant[],
  outcomes: ReadonlyMap<string, ScreeningOutcome>,
): Promise<void> {
  const postponed = claimed.flatMap(({ merchant_id: merchantId, screening_attempts: attempt }) => {
    const outcome = outcomes.get(merchantId);
    if (outcome === undefined || !('problem' in outcome)) return [];
    const nextAt = nextAttemptAt(at, attempt, acquirer.provider?.attempts ?? 1);
    return [{ merchantId, attempt, problem: outcome.problem, nextAt }];
  });
  if (postponed.length > 0) await postponeScreening(tx, acquirer.acquirerId, server, postponed);
}

function auditPassed({ audit }: WorkContext, acquirerId: string, passed: readonly PassedMerchant[]): void {
  if (passed.length === 0) return;
  const merchants = passed.map(({ row, hits }) => ({
    merchantId: row.merchant_id,
    hits: hits.map(({ check }) => check),
  }));
  const statuses = (status: string) => ({ merchants: merchants.map(({ merchantId }) => ({ merchantId, status })) });
  const change = { before: statuses('SCREENING'), after: statuses('PENDING_APPROVAL') };
  audit(acquirerLog(acquirerId), 'merchants', 'screened', { merchants }, change);
}
