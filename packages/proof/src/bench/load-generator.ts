import { openHttpSlots } from './http-load.ts';
import { openIsoSlots } from './iso-load.ts';
import type { LoadJob, LoadReport, LoadResult } from './load-job.ts';
import type { LoadSlot } from './load-slot.ts';

/**
 * Generates the load, in its own process. It does not use autocannon or another HTTP client: every message must be
 * different and use another card, and if server, database and load share two cores, each microsecond of the load is
 * taken from the measured server. Messages are therefore built from prepared text, and only the relevant bytes of
 * answers are read.
 */

interface Tally {
  /** Answers are counted between these instants. */
  from: number;
  until: number;
  latencies: number[];
  /** The time of the last answer, and the longest time between two answers. */
  answeredAt: number;
  longestGapMs: number;
  unexpected: Record<string, number>;
}

async function run(job: LoadJob): Promise<void> {
  const start = performance.now();
  const from = start + job.warmUpMs;
  const tally: Tally = {
    from,
    until: from + job.measureMs,
    latencies: [],
    answeredAt: from,
    longestGapMs: 0,
    unexpected: {},
  };
  const whenFree: { do: (slot: LoadSlot) => void } = { do: () => {} };
  const openSlots = job.iso === undefined ? openHttpSlots : openIsoSlots;
  const slots = await openSlots(job, {
    onAnswer: (slot, unexpected) => {
      count(tally, slot, unexpected);
      whenFree.do(slot);
    },
    onClose: () => fail(new Error('the server closed a connection')),
  });
  const send = (slot: LoadSlot, due: number) => {
    slot.since = due;
    slot.send();
  };
  if (job.rate === undefined) {
    whenFree.do = (slot) => send(slot, performance.now());
    for (const slot of slots) whenFree.do(slot);
  } else {
    scheduleMessages(job.rate, slots, whenFree, send);
  }
  await until(tally.from);
  const cpuBefore = process.cpuUsage();
  report({ kind: 'measuring' });
  await until(tally.until);
  const cpu = process.cpuUsage(cpuBefore);
  report({ kind: 'measured', ...summarize(tally, job, (cpu.user + cpu.system) / 1_000) });
}

/**
 * Sends messages when they are due, in any free slot. Time spent waiting for a slot counts, because the cardholder
 * waits too.
 */
function scheduleMessages(
  rate: number,
  slots: readonly LoadSlot[],
  whenFree: { do: (slot: LoadSlot) => void },
  send: (slot: LoadSlot, due: number) => void,
): void {
  const free = [...slots];
  const queue: number[] = [];
  const apartMs = 1_000 / rate;
  let due = performance.now();
  whenFree.do = (slot) => {
    const earliest = queue.shift();
    if (earliest === undefined) free.push(slot);
    else send(slot, earliest);
  };
  setInterval(() => {
    for (const now = performance.now(); due <= now; due += apartMs) {
      // Uses all connections in turn, because the server closes idle ones.
      const slot = free.shift();
      if (slot === undefined) queue.push(due);
      else send(slot, due);
    }
  }, 1);
}

function count(tally: Tally, slot: LoadSlot, unexpected: string | undefined): void {
  const now = performance.now();
  if (unexpected !== undefined) tally.unexpected[unexpected] = (tally.unexpected[unexpected] ?? 0) + 1;
  if (now < tally.from || now >= tally.until) return;
  tally.latencies.push(now - slot.since);
  tally.longestGapMs = Math.max(tally.longestGapMs, now - tally.answeredAt);
  tally.answeredAt = now;
}

function summarize(tally: Tally, job: LoadJob, cpuMs: number): LoadResult {
  const sorted = Float64Array.from(tally.latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const seconds = job.measureMs / 1_000;
  return {
    answers: sorted.length,
    seconds,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestGapMs: Math.max(tally.longestGapMs, tally.until - tally.answeredAt),
    unexpected: tally.unexpected,
    loadCores: cpuMs / job.measureMs,
  };
}

function until(instant: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, instant - performance.now()));
}

function report(message: LoadReport): void {
  process.send?.(message);
}

function fail(error: Error): void {
  process.stderr.write(`load: ${error.message}\n`);
  process.exit(1);
}

// The parent ends this process when it has the result, or when it ends itself.
process.once('disconnect', () => process.exit(0));
process.once('message', (job: LoadJob) => void run(job).catch(fail));
