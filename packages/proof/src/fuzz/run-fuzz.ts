import { seededRandom } from '@cardwright/server/internal/testing/random';
import { examine, type FuzzFinding, signatureOf, tryInput } from './examine.ts';
import { type FuzzFlags, readFuzzFlags } from './fuzz-flags.ts';
import { curlOf, type FuzzInput } from './fuzz-input.ts';
import { createFuzzTally, type FuzzTally } from './fuzz-report.ts';
import { type FuzzTarget, startTarget } from './fuzz-target.ts';
import { createWorld, type FuzzWorld } from './fuzz-world.ts';
import { inputGenerator } from './generate-input.ts';
import { type FuzzVerdict, judgeLine } from './judge-answers.ts';
import { RawConnection } from './raw-connection.ts';

const REPORT_INTERVAL_MS = 30_000;
/**
 * The number of times a failure from a busy machine is examined for each path: everything else has to wait each time.
 */
const MAX_DISMISSED = 3;

interface Run {
  readonly flags: FuzzFlags;
  readonly target: FuzzTarget;
  readonly world: FuzzWorld;
  readonly tally: FuzzTally;
  readonly next: () => FuzzInput;
  readonly findings: FuzzFinding[];
  /** Suspects that are examined when all connections are idle. */
  readonly suspects: { input: FuzzInput; verdict: FuzzVerdict }[];
  /** Kinds of findings that were already reported. */
  readonly seen: Set<string>;
  readonly dismissed: Map<string, number>;
}

async function main(): Promise<void> {
  const flags = readFuzzFlags(process.argv.slice(2));
  printLine(`npm run fuzz -- --seed ${flags.seed}`);
  const target = await startTarget();
  undo = () => target.stop();
  const world = await createWorld(target.address, { seed: flags.seed });
  const bases = world.bases.filter(
    ({ operation }) => flags.operation === undefined || operation.includes(flags.operation),
  );
  if (bases.length === 0)
    throw new Error(`--operation ${flags.operation}: no operation or path has this text in its name`);
  const random = seededRandom(flags.seed);
  const run: Run = {
    flags,
    target,
    world,
    tally: createFuzzTally(),
    next: inputGenerator(bases, { random, values: world.values }),
    findings: [],
    suspects: [],
    seen: new Set(),
    dismissed: new Map(),
  };
  printLine(
    `${new Set(bases.map(({ operation }) => operation)).size} operations and paths, ${bases.length} base requests`,
  );
  watchLog(run);
  const reporting = setInterval(
    () => printLine(`${run.tally.progress()}, ${run.findings.length} findings`),
    REPORT_INTERVAL_MS,
  );
  await sendAll(run).finally(() => clearInterval(reporting));
  report(run);
}

async function sendAll(run: Run): Promise<void> {
  const { flags, target, world, tally } = run;
  const until = performance.now() + flags.minutes * 60_000;
  const isOver = () => performance.now() >= until || tally.inputs() >= flags.inputs || target.ended() !== undefined;
  while (!isOver()) {
    await world.renew();
    const pausesAt = performance.now() + REPORT_INTERVAL_MS;
    const mayGoOn = () => !isOver() && run.suspects.length === 0 && performance.now() < pausesAt;
    await Promise.all(Array.from({ length: flags.connections }, () => sendWhile(run, mayGoOn)));
    await examineSuspects(run);
  }
  const ended = target.ended();
  if (ended !== undefined && !isInterrupted)
    note(run, { verdict: { kind: 'crash', what: ended }, input: run.next(), lines: [] });
}

async function sendWhile(run: Run, mayGoOn: () => boolean): Promise<void> {
  const { target, world, tally, next } = run;
  const connection = new RawConnection(target.address);
  while (mayGoOn()) {
    const input = next();
    const { answer, verdict } = await tryInput(world, connection, input);
    // The server was stopped during this request.
    if (isInterrupted) break;
    tally.count(input, answer);
    if (verdict !== undefined && isNew(run, input, verdict)) run.suspects.push({ input, verdict });
  }
  connection.close();
}

function isNew({ seen, dismissed }: Run, input: FuzzInput, verdict: FuzzVerdict): boolean {
  const signature = signatureOf(verdict);
  return !seen.has(signature) && (dismissed.get(`${input.operation} ${signature}`) ?? 0) < MAX_DISMISSED;
}

/** Examines the suspects one after the other, while no other request is in flight. */
async function examineSuspects(run: Run): Promise<void> {
  for (const { input, verdict } of run.suspects.splice(0)) {
    if (!isNew(run, input, verdict)) continue;
    const finding = await examine(run.world, run.target.address, input, verdict);
    const place = `${input.operation} ${signatureOf(verdict)}`;
    if (finding === undefined) run.dismissed.set(place, (run.dismissed.get(place) ?? 0) + 1);
    else note(run, finding);
  }
}

function note(run: Run, finding: FuzzFinding): void {
  const { verdict, input, lines } = finding;
  run.seen.add(signatureOf(verdict));
  run.findings.push(finding);
  printLine(`\nFOUND ${verdict.kind} at ${input.operation}: ${verdict.what}\n${lines.join('\n')}\n`);
}

function watchLog(run: Run): void {
  run.target.onLine((line) => {
    const verdict = judgeLine(run.world, line);
    if (verdict === undefined || run.seen.has(signatureOf(verdict))) return;
    note(run, {
      verdict,
      input: { operation: 'the log', method: '', target: '', headers: [] },
      lines: [line.slice(0, 2_000)],
    });
  });
}

function report({ tally, findings, dismissed, flags }: Run): void {
  printLine(`\n${tally.lines().join('\n')}`);
  printLine(
    `\n${[...dismissed.values()].reduce((sum, count) => sum + count, 0)} suspects passed when they were sent alone; ${findings.length} findings, seed ${flags.seed}`,
  );
  for (const { verdict, input } of findings)
    printLine(`- ${verdict.kind}: ${verdict.what.slice(0, 300)}\n  ${curlOf(input).slice(0, 1_000)}`);
  if (findings.length > 0) process.exitCode = 1;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

let undo = async () => {};
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void undo().then(() => process.exit(130));
  });
}
try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await undo();
}
