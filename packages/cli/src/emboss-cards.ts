import {
  cardNumberMasker,
  createChangePublisher,
  type Deployment,
  embossBank,
  embossDeps,
  type RunRemarks,
  readOverview,
  reprintRun,
  type WrittenFile,
} from '@cardwright/server';
import type { Command } from 'commander';
import { print, printMessage } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

interface EmbossOptions {
  readonly bank: string;
  readonly reprint?: number;
  readonly list?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const MAX_RUNS = 20;
/** Maximum number of cards named in one line. */
const MAX_EXIDS = 10;

/** Writes a file, shows the runs, or writes a file again. */
export async function embossCards(options: EmbossOptions, command: Command): Promise<void> {
  const modes = [options.dryRun, options.list, options.reprint].filter((one) => one !== undefined);
  if (modes.length > 1) command.error('error: --dry-run, --list and --reprint cannot be used together');
  await withDeployment((deployment) => emboss(deployment, options));
}

/** Formats SHA-256 sums as hexadecimal text. In JSON, a buffer would be a list of numbers. */
function withTextSums({ runs, ...overview }: Awaited<ReturnType<typeof readOverview>>): object {
  const text = (sum: Buffer | null) => sum?.toString('hex') ?? null;
  const rows = runs.map((run) => ({
    ...run,
    content_sha256: text(run.content_sha256),
    file_sha256: text(run.file_sha256),
  }));
  return { ...overview, runs: rows };
}

async function emboss(deployment: Deployment, options: EmbossOptions): Promise<void> {
  const { settings, database, clock, actor, requestId } = deployment;
  const banks = await deployment.banks();
  const bank = banks.bank(options.bank);
  if (bank === undefined) {
    throw new Error(
      `bank ${options.bank} not found; known banks: ${[...banks.allBankIds()].sort().join(', ') || 'none'}`,
    );
  }
  const now = clock.now();
  if (options.list === true || options.dryRun === true) {
    const overview = await readOverview(database, bank, now, options.list === true ? MAX_RUNS : 0);
    return options.json
      ? print(JSON.stringify(withTextSums(overview)))
      : toListResponse(overview, options.list === true);
  }
  const maskCardNumbers = cardNumberMasker(banks);
  const vault = await deployment.vault();
  const changes = createChangePublisher(vault);
  const deps = embossDeps(settings, { database, maskCardNumbers, changes, vault });
  const request = { bank, now, actor, requestId };
  if (options.reprint !== undefined) {
    const outcome = await reprintRun(deps, request, options.reprint);
    if (outcome.kind !== 'REPRINTED') throw refusal(outcome.kind, options);
    return options.json ? print(JSON.stringify({ files: [outcome.file] })) : printFile('reprinted', outcome.file);
  }
  const outcome = await embossBank(deps, request);
  if (outcome.kind !== 'WRITTEN') throw refusal(outcome.kind, options);
  const { files, held, leftOut, cutAddresses, withoutAddress } = outcome;
  if (options.json) return print(JSON.stringify({ files, held, leftOut, cutAddresses, withoutAddress }));
  for (const file of files) printFile('written', file);
  if (files.length === 0) print('no cards are ready to be embossed');
  printRemarks(outcome);
}

function refusal(kind: 'BUSY' | 'NO_KEY' | 'NO_RUN' | 'UNFINISHED', { bank, reprint }: EmbossOptions): Error {
  const REASONS = {
    BUSY: `another process is writing embossing files of bank ${bank}; try again when it has finished`,
    NO_KEY: `bank ${bank} has no embossing key: set embossing.public_key in the configuration. Only a sandbox writes unencrypted files`,
    NO_RUN: `bank ${bank} has no run ${reprint}`,
    UNFINISHED: `run ${reprint} of bank ${bank} is not finished: run the command without --reprint first`,
  };
  return new Error(REASONS[kind]);
}

function printFile(what: string, file: WrittenFile): void {
  const { runNumber, cards, path, contentSha256, recipient, begunOn } = file;
  print(`run ${runNumber} ${what}: ${count(cards)}, ${path}`);
  print(`  content SHA-256 ${contentSha256}`);
  print(recipient === undefined ? '  not encrypted (sandbox)' : `  encrypted to ${recipient}`);
  if (begunOn !== undefined) {
    printMessage(
      `run ${runNumber} was started on host ${begunOn}; if that host has a file of this run, it has the same content`,
    );
  }
}

const BECAUSE: Readonly<Record<string, string>> = {
  NO_NAME: 'no character of the name can be embossed; the card stays pending',
  CARD_ENDED: 'the card is lost, stolen or closed, and will not be produced',
  SUPERSEDED: 'the card was replaced or renewed before it was produced; the newer card is produced instead',
  EXPIRED: 'the card has expired, and will not be produced',
};

function printRemarks({ held, leftOut, cutAddresses, withoutAddress }: RunRemarks): void {
  for (const { exid, because } of [...held, ...leftOut])
    printMessage(`card ${exid} was not written: ${BECAUSE[because]}`);
  for (const exid of cutAddresses)
    printMessage(`card ${exid}: the address is longer than the columns and was truncated`);
  if (withoutAddress.length === 0) return;
  const exids = withoutAddress.slice(0, MAX_EXIDS).join(', ') + (withoutAddress.length > MAX_EXIDS ? ', ...' : '');
  printMessage(
    `${count(withoutAddress.length)} without an address, because the client has no address of the requested type: ${exids}`,
  );
}

function toListResponse(overview: Awaited<ReturnType<typeof readOverview>>, withRuns: boolean): void {
  const total = Object.values(overview.ready).reduce((sum, each) => sum + each, 0);
  const reasons = Object.entries(overview.ready).map(([reason, cards]) => `${cards} ${reason}`);
  print(total === 0 ? 'no cards are ready to be embossed' : `${count(total)} would be written: ${reasons.join(', ')}`);
  const { length: heldCount } = overview.held;
  if (heldCount > 0)
    print(`${count(heldCount)} ${heldCount === 1 ? 'is' : 'are'} pending with a name that cannot be embossed`);
  printRemarks(overview);
  if (!withRuns) return;
  if (overview.runs.length === 0) print('no runs yet');
  for (const run of overview.runs) {
    const at = run.file_facts.createdAt;
    const file = run.state === 'WRITTEN' ? run.file_name : 'not finished';
    const reprints = run.reprints === 0 ? '' : `, reprinted ${run.reprints === 1 ? 'once' : `${run.reprints} times`}`;
    print(`run ${run.run_number}  ${at}  ${count(run.card_count)}  ${file}${reprints}  by ${run.actor}`);
  }
}

function count(cards: number): string {
  return cards === 1 ? '1 card' : `${cards} cards`;
}
