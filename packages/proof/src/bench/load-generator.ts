import { connect, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { benchPan } from './bench-cards.ts';
import { AUTHORIZATION_PATH, benchMessage, type LoadJob, type LoadReport, type LoadResult } from './load-job.ts';

/**
 * The load, in its own process. It does not use autocannon or another HTTP client: every message must be different and
 * use another card, and where server, database and load share two cores, each microsecond of the load is taken from the
 * measured server. So messages are built from prepared text, and only the relevant bytes of answers are read.
 */

interface Connection {
  readonly socket: Socket;
  received: string;
  /** Due time of the message in flight; 0 when there is none. */
  since: number;
}

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
  const next = createMessages(job);
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
  const whenFree: { do: (connection: Connection) => void } = { do: () => {} };
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () =>
      open(job, (connection, received) => {
        count(tally, connection, received);
        whenFree.do(connection);
      }),
    ),
  );
  const send = (connection: Connection, due: number) => {
    connection.since = due;
    connection.socket.write(next(), 'latin1');
  };
  if (job.rate === undefined) {
    whenFree.do = (connection) => send(connection, performance.now());
    for (const connection of connections) whenFree.do(connection);
  } else {
    pace(job.rate, connections, whenFree, send);
  }
  await until(tally.from);
  const cpuBefore = process.cpuUsage();
  report({ kind: 'measuring' });
  await until(tally.until);
  const cpu = process.cpuUsage(cpuBefore);
  report({ kind: 'measured', ...summarize(tally, job, (cpu.user + cpu.system) / 1_000) });
}

/**
 * Sends messages when they are due, on any free connection. Time spent waiting for a connection counts, because the
 * cardholder waits too.
 */
function pace(
  rate: number,
  connections: readonly Connection[],
  whenFree: { do: (connection: Connection) => void },
  send: (connection: Connection, due: number) => void,
): void {
  const free = [...connections];
  const waiting: number[] = [];
  const apartMs = 1_000 / rate;
  let due = performance.now();
  whenFree.do = (connection) => {
    const earliest = waiting.shift();
    if (earliest === undefined) free.push(connection);
    else send(connection, earliest);
  };
  setInterval(() => {
    for (const now = performance.now(); due <= now; due += apartMs) {
      // use all connections in turn, because the server closes idle ones
      const connection = free.shift();
      if (connection === undefined) waiting.push(due);
      else send(connection, due);
    }
  }, 1);
}

/** Every message has the next reference and another card. */
function createMessages(job: LoadJob): () => string {
  const cards = Array.from({ length: job.cards }, (_, at) => benchPan(job.firstCard + at).reveal());
  const marked = { ...benchMessage('<card>', '<reference>', job.expiry), System_Trace_Audit_Number: '<trace>' };
  const body = JSON.stringify(marked);
  const length = JSON.stringify(benchMessage(cards[0]!, '0'.repeat(12), job.expiry)).length;
  const head = [
    `POST ${AUTHORIZATION_PATH} HTTP/1.1`,
    `Host: ${job.host}:${job.port}`,
    `Authorization: Bearer ${job.token}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ].join('\r\n');
  const [toCard, toTrace, toReference, toEnd] = `${head}\r\n\r\n${body}`.split(/<card>|<trace>|<reference>/);
  let reference = job.firstReference;
  return () => {
    const at = job.inTurn === true ? reference - job.firstReference : Math.floor(Math.random() * cards.length);
    const card = cards[at % cards.length]!;
    const digits = String(reference++).padStart(12, '0');
    return toCard + card + toTrace + digits.slice(6) + toReference + digits + toEnd;
  };
}

function open(job: LoadJob, onAnswer: (connection: Connection, received: string) => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const { host, port, ca } = job;
    const socket: Socket = ca === undefined ? connect({ host, port }) : connectByTls({ host, port, ca });
    socket.setNoDelay(true);
    const connection: Connection = { socket, received: '', since: 0 };
    socket.once(ca === undefined ? 'connect' : 'secureConnect', () => resolve(connection));
    socket.once('error', reject);
    socket.once('close', () => fail(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      connection.received += chunk.toString('latin1');
      if (!isWhole(connection.received)) return;
      const { received } = connection;
      connection.received = '';
      onAnswer(connection, received);
    });
  });
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = LENGTH.exec(received)?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return received.length >= headEnd + 4 + Number(length);
}

function count(tally: Tally, connection: Connection, received: string): void {
  const now = performance.now();
  const isApproval = received.startsWith('HTTP/1.1 200 ') && received.includes('"Action_Code":"00"');
  if (!isApproval) {
    const what = `${received.slice(9, 12)}/${/"Action_Code":"(..)"/.exec(received)?.[1] ?? '-'}`;
    tally.unexpected[what] = (tally.unexpected[what] ?? 0) + 1;
  }
  if (now < tally.from || now >= tally.until) return;
  tally.latencies.push(now - connection.since);
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

// the parent ends this process when it has the result or when it ends
process.once('disconnect', () => process.exit(0));
process.once('message', (job: LoadJob) => void run(job).catch(fail));
