import { jsonOf, textIn, type WireExchange } from '../../../cli/src/conformance/exchange.ts';
import { fetchTransport } from '../../../cli/src/conformance/fetch-transport.ts';
import { clockOf, openTarget } from '../../../cli/src/conformance/open-target.ts';
import type { ConformanceReport } from '../../../cli/src/conformance/report/report.ts';
import { runCases } from '../../../cli/src/conformance/run-cases.ts';
import { PARTIES, type Party } from '../../../cli/src/conformance/target.ts';
import { type Mutant, type Tampering, tamper } from './mutant.ts';
import { plantedInAnswers } from './plant-answers.ts';
import { plantedInBehaviour } from './plant-behaviour.ts';
import { plantedInCodes } from './plant-codes.ts';
import { plantedInDeliveries } from './plant-deliveries.ts';
import { plantedInRequests } from './plant-requests.ts';

/** A complete run against the unmodified gateway: the exchanges of each case. */
export interface Baseline {
  readonly url: string;
  readonly report: ConformanceReport;
  readonly exchanges: readonly { readonly exchange: WireExchange; readonly caseId: string }[];
  readonly tokens: Readonly<Record<Party, string>>;
}

export async function runBaseline(url: string): Promise<Baseline> {
  const transport = fetchTransport(url);
  const exchanges: { exchange: WireExchange; caseId: string }[] = [];
  const target = await openTarget(transport, { credentials: {} });
  const now = await clockOf(transport);
  const onExchange = (exchange: WireExchange, caseId: string) => void exchanges.push({ exchange, caseId });
  const report = await runCases({ target, now, mayChange: true, receiver: {}, onExchange });
  return { url, report, exchanges, tokens: await tokensOf(url) };
}

async function tokensOf(url: string): Promise<Record<Party, string>> {
  const tokens = await Promise.all(
    PARTIES.map(async (party): Promise<[Party, string]> => {
      const { text } = await fetchTransport(url)({
        method: 'POST',
        path: '/oauth2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `grant_type=client_credentials&client_id=demo-${party}&client_secret=demo-${party}-secret`,
      });
      return [party, textIn(jsonOf(text), 'access_token') ?? ''];
    }),
  );
  return Object.fromEntries(tokens) as Record<Party, string>;
}

/** All deviations that can be planted, in a fixed order. */
export function allMutants(): Mutant[] {
  return [
    ...plantedInAnswers(),
    ...plantedInCodes(),
    ...plantedInRequests(),
    ...plantedInBehaviour(),
    ...plantedInDeliveries(),
  ];
}

/**
 * The cases in which the proxy would change something. A case whose exchanges all pass unchanged sees the unmodified
 * gateway, and has the same result as before. Notifications are not recorded as exchanges, so all of their cases count.
 */
function touchedCases({ exchanges, tokens }: Baseline, planted: Mutant): string[] {
  const tampering = planted.tamper(tokens);
  const touched = new Set<string>();
  for (const { exchange, caseId } of exchanges) if (isTouched(tampering, exchange)) touched.add(caseId);
  if (tampering.deliver !== undefined)
    for (const { caseId } of exchanges) if (caseId.startsWith('notifications/')) touched.add(caseId);
  return [...touched];
}

function isTouched({ request, answer }: Tampering, { sent, answered }: WireExchange): boolean {
  return request?.(sent) !== undefined || answer?.(sent, answered) !== undefined;
}

export interface MutantResult {
  readonly planted: Mutant;
  readonly cases: number;
  readonly seconds: number;
  /** The first case that reported the deviation. */
  readonly detectedBy: string | undefined;
  readonly outcome: 'failed' | 'note' | undefined;
}

const FIRST = 8;

/** Runs the cases that could detect the deviation, a few of them first, until one of them does. */
export async function tryMutant(baseline: Baseline, planted: Mutant): Promise<MutantResult> {
  const start = performance.now();
  const all = touchedCases(baseline, planted);
  // Spreads the first cases over all, because adjacent cases send similar requests.
  const step = Math.max(1, Math.floor(all.length / FIRST));
  const few = all.filter((_, at) => at % step === 0).slice(0, FIRST);
  let detection = await runTampered(baseline, planted, few);
  if (detection === undefined && all.length > few.length) detection = await runTampered(baseline, planted, all);
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  return { planted, cases: all.length, seconds, detectedBy: detection?.id, outcome: detection?.outcome };
}

type Detection = { readonly id: string; readonly outcome: 'failed' | 'note' };

/** Reports findings of the chosen cases that they do not have for the unmodified gateway. */
async function runTampered(
  { url, tokens }: Baseline,
  planted: Mutant,
  caseIds: readonly string[],
): Promise<Detection | undefined> {
  const deviating = await deviatingCases({ url, tokens }, planted, caseIds, true);
  return deviating.find(({ outcome }) => outcome === 'failed') ?? deviating[0];
}

export async function deviatingCases(
  { url, tokens }: Pick<Baseline, 'url' | 'tokens'>,
  planted: Mutant,
  caseIds: readonly string[],
  untilFirst = false,
): Promise<Detection[]> {
  const tampering = planted.tamper(tokens);
  const transport = fetchTransport(url);
  const target = await openTarget(transport, { credentials: {} });
  const ids = new Set(caseIds);
  const { deliver } = tampering;
  const report = await runCases({
    target: { ...target, transport: tamper(transport, tampering) },
    now: await clockOf(transport),
    mayChange: true,
    receiver: deliver === undefined ? {} : { alter: deliver },
    chosen: ({ id }) => ids.has(id),
    isEnough: ({ outcome }) => untilFirst && (outcome === 'failed' || outcome === 'note'),
  });
  return report.results.flatMap(({ id, outcome, deviations }) =>
    outcome === 'failed' || outcome === 'note' ? [{ id: `${id}: ${deviations[0]?.what ?? ''}`, outcome }] : [],
  );
}
