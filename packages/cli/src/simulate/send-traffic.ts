import { setTimeout as sleep } from 'node:timers/promises';
import type { CardwrightError } from '@cardwright/sdk';
import { print, printMessage } from '../output/print.ts';
import { factsOf } from '../output/show-table.ts';
import { untilInterrupted } from '../output/until-interrupted.ts';
import { callSandbox } from '../sandbox/call-sandbox.ts';
import { type SandboxClient, sandboxClient } from '../sandbox/sandbox-client.ts';
import { usable } from './card-to-use.ts';
import type { NetworkConnection } from './network-connection.ts';
import { networkMessage } from './network-message.ts';
import { openNetworkConnection } from './open-network-connection.ts';
import type { TrafficOptions } from './simulate-options.ts';
import { type PlannedPayment, planTraffic } from './traffic-plan.ts';
import { TrafficTally } from './traffic-tally.ts';

/**
 * Maximum number of unanswered requests. Further requests are skipped, so that the rate holds and memory stays small.
 */
const MAX_IN_FLIGHT = 500;
const REPORT_INTERVAL_MS = 5_000;

/**
 * Sends the planned traffic at its rate, independent of response times, until its time is over or the command is
 * interrupted.
 */
export async function sendTraffic(options: TrafficOptions): Promise<void> {
  const sandbox = await sandboxClient(options);
  const { now } = await callSandbox<{ now: string }>(sandbox.url, '/sandbox/clock');
  const connection = await openNetworkConnection(sandbox.client, options.iso);
  const stopped = untilInterrupted();
  const tally = new TrafficTally();
  const began = performance.now();
  const ends = began + options.minutes * 60_000;
  const plan = planTraffic(options.seed, sandbox.fixtures.cards.length);
  const inFlight = new Set<Promise<void>>();
  let reportedAt = began;
  for (let number = 0; !stopped.aborted; number += 1) {
    const due = began + (number * 1_000) / options.rate;
    if (due >= ends) break;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) break;
    const planned = plan.next().value;
    if (inFlight.size >= MAX_IN_FLIGHT) tally.skipped += 1;
    else {
      const at = new Date(Date.parse(now) + performance.now() - began);
      const one = sendOne(sandbox, connection, { planned, number, at }, tally).finally(() => inFlight.delete(one));
      inFlight.add(one);
    }
    if (!options.json && performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
      reportedAt = performance.now();
      printMessage(`${tally.sent} sent, ${tally.answered} decided`);
    }
  }
  await Promise.all(inFlight);
  connection.close();
  const summary = { ...tally.summary(), seconds: Math.round((performance.now() - began) / 100) / 10 };
  print(options.json ? JSON.stringify(summary) : factsOf(summary));
}

/** Sends one authorization and its follow-up. A failure is counted and does not end the traffic. */
async function sendOne(
  { fixtures }: SandboxClient,
  connection: NetworkConnection,
  { planned, number, at }: { planned: PlannedPayment; number: number; at: Date },
  tally: TrafficTally,
): Promise<void> {
  const card = fixtures.cards[planned.card];
  if (card === undefined) return;
  const rrn = rrnOf(number);
  const country = planned.isForeign ? 'FR' : fixtures.bank.country;
  const { amount, mcc } = planned;
  const message = networkMessage({ ...usable(fixtures, card), amount, mcc, country, at, rrn, stan: rrn.slice(-6) });
  tally.sent += 1;
  const sentAt = performance.now();
  try {
    const { Action_Code: code } = await connection.authorize(message);
    tally.addDecision(code, performance.now() - sentAt);
    if (code !== '00' || planned.then === undefined) return;
    await connection.end(planned.then, message);
    if (planned.then === 'reverse') tally.reversed += 1;
    else tally.completed += 1;
  } catch (error) {
    tally.failed((error as CardwrightError).code ?? (error as Error).message);
  }
}

/** Twelve digits that are unique to the run: from the time and the number within the run. */
const rrnOf = (number: number) => String((Date.now() % 1e8) * 1e4 + (number % 1e4)).padStart(12, '0');
