import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReservationScope, ResponseTimes } from '../../issuing/authorization/index.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import type { Settings } from '../configuration/settings.ts';
import { DEMO_BANK_ID, DEMO_DAYS, DEMO_REFERENCES, fillDemoData, isDemoDataRunning } from '../sandbox/index.ts';
import { preparePartitions } from './database/prepare-database.ts';
import { openAuthorizer } from './open-authorizer.ts';
import { NO_PARTNERS, withoutPartners } from './without-partners.ts';

type FillDeps = Parameters<typeof fillDemoData>[0];
type OfFilling = 'authorizer' | 'decideAt' | 'deadlineMs' | 'reservationDays' | 'stopped';

export interface DemoData {
  /** Starts or continues to fill in the data in the background, after the server listens. */
  start(): void;
  /**
   * Returns which reservations of a bank may expire by the current clock, or undefined for all. While the month is
   * generated, day by day in the past, its own reservations expire by their own time
   * (docs/interface/sandbox.md#a-month-of-data).
   */
  expiryScope(bankId: string): Promise<ReservationScope | undefined>;
  /** Resolves when the background work has ended. */
  stop(): Promise<void>;
}

const DAY_MS = 86_400_000;
/** A single lane, because the payments are sent one after another, each at its own time. */
const ONE_LANE = 1;

const MAX_ATTEMPTS = 5;
const RETRY_MS = 5_000;

/** Generated decisions count only in the bank's response times, not in the metrics of traffic. */
const NOT_MEASURED = { meter: { note: () => {} }, monitorQueue: () => {} };

/** Opens the month of data of a sandbox, if the settings request it. Only one of several workers generates it. */
export function openDemoData(
  { settings, logger, link }: { settings: Settings; logger: Logger; link?: WorkerLink },
  deps: Omit<FillDeps, OfFilling> & { readonly responseTimes: ResponseTimes },
): DemoData {
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const isRequested = isDemoDataRequested(settings);
  let hasFailed = false;
  const fill = async () => {
    const beganAt = performance.now();
    const { database, clock, vault, banks, responseTimes } = deps;
    await preparePartitions(database, new Date(clock.now().getTime() - DEMO_DAYS * DAY_MS));
    let time = clock.now();
    const authorizer = await openAuthorizer(
      { settings: { ...settings, CARDWRIGHT_AUTHORIZATION_LANES: ONE_LANE } },
      {
        database,
        vault,
        responseTimes,
        banks: withoutPartners(banks),
        partners: NO_PARTNERS,
        clock: { now: () => time },
        latency: { note: () => {} },
        metrics: { decisions: NOT_MEASURED },
      },
    );
    const decideAt = (at: Date) => {
      time = at;
    };
    try {
      const deadlineMs = settings.CARDWRIGHT_REQUEST_TIMEOUT_MS;
      const isFilled = await fillDemoData({
        ...deps,
        authorizer: authorizer.ecommerce,
        decideAt,
        deadlineMs,
        reservationDays: settings.CARDWRIGHT_RESERVATION_DAYS,
        stopped: stop.signal,
      });
      const seconds = Math.round((performance.now() - beganAt) / 1_000);
      if (isFilled) logger.info({ seconds }, 'filled the sandbox with a month of data');
    } finally {
      await authorizer.close();
    }
  };
  return {
    async expiryScope(bankId) {
      if (!isRequested || hasFailed || bankId !== DEMO_BANK_ID) return undefined;
      // read from the database, because another worker may generate the data
      return (await isDemoDataRunning(deps.database)) ? { kind: 'outside', ...DEMO_REFERENCES } : undefined;
    },
    start() {
      if (!isRequested || link?.part.runsPeriodicJobs === false) return;
      running = withRetries(fill, stop.signal, (err, isLast) => {
        hasFailed = isLast;
        logger.warn({ err }, 'failed to fill the sandbox with data');
      });
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** Repeats work that continues where it failed, for example because the database ended its connections. */
async function withRetries(
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: (error: unknown, isLast: boolean) => void,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !signal.aborted; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = attempt === MAX_ATTEMPTS;
      onFailure(error, isLast);
      if (!isLast) await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

function isDemoDataRequested({ CARDWRIGHT_MODE: mode, CARDWRIGHT_SANDBOX_DATA: data }: Settings): boolean {
  return mode === 'sandbox' && data === 'demo';
}
