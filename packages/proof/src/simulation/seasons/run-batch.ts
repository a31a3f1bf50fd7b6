import fc from 'fast-check';
import { cardBody, issueClient, luhnNumber } from '../../../../server/src/testing/cards/issued-cards.ts';
import { checkMoments, recordMoment } from '../../../../server/src/testing/moments.ts';
import { seededRandom } from '../../../../server/src/testing/random.ts';
import type { EnvelopeParts, TestServer } from '../../../../server/src/testing/test-server.ts';
import { ModelAccount } from '../../world/model/model-account.ts';
import { DEMO, type ModelBank, OTHR } from '../../world/model/model-banks.ts';
import { localTime } from '../../world/model/model-calendar.ts';
import { ModelOwn } from '../../world/model/model-own.ts';
import { writeBankStep } from '../../world/write/write-own.ts';
import { endsWithin } from './ends-within.ts';
import { explainAnswers } from './explain-answers.ts';
import { type Sequence, sequence } from './generate-actions.ts';
import { type ClockMove, instantsOf, moves, SEQUENCE_STEPS, type Season } from './generate-moves.ts';
import { seasonBank } from './season-banks.ts';
import type { SeasonPartner } from './season-partner.ts';
import { beginAnew, type OwnBank, takeBankStep } from './take-bank-step.ts';
import { setTokenLimits, usedTogether } from './take-limit-step.ts';
import { type Exchange, enquire, type SimulationRun, takeStep } from './take-step.ts';
import { RunTokens } from './take-token-step.ts';
import type { Tally } from './tally.ts';

/** Parallel sequences under one clock. Each has its own account, so that they do not affect each other. */
export interface Batch {
  readonly begin: string;
  readonly moves: readonly ClockMove[];
  readonly sequences: readonly Sequence[];
  /** The bank-wide change of each step, made from a number; undefined for none. */
  readonly bankSteps: readonly (readonly [bank: 'DEMO' | 'OTHR', seed: number] | undefined)[];
}

const bankStep = fc.tuple(fc.constantFrom('DEMO' as const, 'OTHR' as const), fc.nat());

const SIDE_BY_SIDE = 25;
const PLENTY = 100_000_000;
const LITTLE = 30_000;
const MAX_ROUNDS = 100;
const RESERVED_MS = 7 * 86_400_000;

export const batchOf = ({ begins }: Season): fc.Arbitrary<Batch> =>
  fc.noBias(
    fc.record({
      begin: fc.constantFrom(...begins),
      moves,
      bankSteps: fc.array(fc.option(bankStep, { nil: undefined, freq: 2 }), {
        minLength: SEQUENCE_STEPS,
        maxLength: SEQUENCE_STEPS,
      }),
      sequences: fc.array(sequence, { minLength: SIDE_BY_SIDE, maxLength: SIDE_BY_SIDE }),
    }),
  );

export interface Stage {
  readonly server: TestServer;
  readonly season: Season;
  readonly tally: Tally;
  /** A client of each bank, which owns all accounts. */
  readonly customers: Readonly<Record<'DEMO' | 'OTHR', string>>;
  readonly banks: Readonly<Record<'DEMO' | 'OTHR', OwnBank>>;
  /** In each step, one in this number of accounts is recorded, and its history is queried at the end. */
  readonly momentEach: number;
  /** The partner decision system of DEMO, if it has one. */
  readonly partner: SeasonPartner | undefined;
}

export async function openStage(
  server: TestServer,
  { season, tally, momentEach, partner }: Pick<Stage, 'season' | 'tally' | 'momentEach' | 'partner'>,
): Promise<Stage> {
  server.clock.set(season.opens);
  for (const month = new Date(season.opens); month.toISOString() < season.until; ) {
    await server.server.periodicJobs.prepareFor(month);
    month.setUTCMonth(month.getUTCMonth() + 1);
  }
  const [demo, other] = await Promise.all([DEMO, OTHR].map((bank) => issueClient(server, seasonBank(bank).caller)));
  const ownBank = (bank: ModelBank): OwnBank => ({
    ...{ server, bank, ids: new Map() },
    own: new ModelOwn(seasonBank(bank).product, true),
  });
  const banks = { DEMO: ownBank(DEMO), OTHR: ownBank(OTHR) };
  return { server, season, tally, momentEach, partner, banks, customers: { DEMO: demo!, OTHR: other! } };
}

/** Runs a batch on the server and in the model. Throws with the story of the first sequence in which they differ. */
export async function playBatch(stage: Stage, batch: Batch): Promise<void> {
  const { server, season, banks } = stage;
  server.clock.set(season.opens);
  await Promise.all(Object.values(banks).map((of) => endsWithin(`${of.bank.id} begins anew`, beginAnew(of))));
  const busy = batch.sequences.filter(({ actions }) => actions.length > 0);
  const runs = await endsWithin('accounts are opened', Promise.all(busy.map((one) => openRun(stage, one))));
  for (const _ of runs) stage.tally.note('sequence');
  const instants = instantsOf(batch.begin, batch.moves, season);
  for (const [step, nowMs] of instants.entries()) {
    server.clock.set(new Date(nowMs).toISOString());
    await endsWithin('reservations expire', expireReservations(stage, runs, nowMs));
    const planned = batch.bankSteps[step];
    await endsWithin(`a step of a bank, ${planned}`, bankAct(stage, runs, planned, nowMs));
    await together(runs, nowMs, (run) => takeStep(run, { account: run.account, instants, step, nowMs }));
    await compareShared(stage, runs, nowMs);
    // A moment includes everything in its millisecond.
    if (instants[step + 1] === nowMs) continue;
    const selected = runs.filter((_, at) => (at + step) % stage.momentEach === 0);
    await endsWithin('looks at accounts', Promise.all(selected.map((run) => storeMomentOf(run))));
  }
  const lastMs = instants.at(-1)!;
  await together(runs, lastMs, (run) => enquire(run, lastMs));
  await together(runs, lastMs, (run) => compareMoments(run));
  await compareFunds(stage, runs, lastMs);
  if (stage.partner !== undefined) await endsWithin('advices to the partner', stage.partner.compareAdvices(server));
}

/** The bank-wide change of a step, before the accounts take theirs. */
async function bankAct(
  { banks, tally }: Stage,
  runs: readonly SimulationRun[],
  planned: Batch['bankSteps'][number],
  nowMs: number,
): Promise<void> {
  if (planned === undefined) return;
  const [id, seed] = planned;
  const step = writeBankStep(seededRandom(seed), banks[id].own, nowMs);
  const exchange = await takeBankStep(banks[id], step);
  if (exchange === '') return;
  tally.note(step.kind === 'rule' ? `rule ${step.change.act}` : step.kind);
  for (const { account, story } of runs) if (account.bank.id === id) story.push(exchange);
}

async function storeMomentOf({ server, account, accountNumber, cards, moments, tally }: SimulationRun): Promise<void> {
  const { cardNumber } = cards[0]!;
  moments.push(await recordMoment(server, { accountNumber, cardNumber }, seasonBank(account.bank).caller));
  tally.note('moment');
}

/** Queries past moments of the account and compares the answers. */
async function compareMoments({ server, account, moments }: SimulationRun): Promise<Exchange> {
  await checkMoments(server, moments, seasonBank(account.bank).caller);
  return { step: 'moments of before', expected: '', answered: '' };
}

async function openRun(
  { server, season, tally, customers, banks, partner }: Stage,
  { bank: id, isPoor, cards, tokenLimits, actions }: Sequence,
) {
  const bank = id === 'DEMO' ? DEMO : OTHR;
  const availableMinor = isPoor ? LITTLE : PLENTY;
  const expiries = ['3012', season.secondExpiry].slice(0, cards);
  const { accountNumber, issued } = await issue(server, bank, customers[id], availableMinor, expiries);
  const { own } = banks[id];
  const cardsSinceMs = Date.parse(season.opens);
  const account = new ModelAccount(bank, availableMinor, expiries, { own, cardsSinceMs });
  const tokens = new RunTokens(account, tokenLimits);
  await setTokenLimits({ server, account, accountNumber, cards: issued }, tokenLimits);
  return {
    ...{ server, tally, account, accountNumber, cards: issued, actions, partner, tokens },
    ...{ sent: [], story: [], moments: [] },
  };
}

let numbers = 0;

async function issue(server: TestServer, bank: ModelBank, customerId: string, minor: number, expiries: string[]) {
  const { caller: as, bin, product } = seasonBank(bank);
  const { currency } = bank;
  const account = await server.envelope(
    'accounts.create-account',
    {
      customer_id: customerId,
      card_type: 'DEBIT',
      account: { customer_id: customerId, branch_code: '001', product_code: product, currency },
      custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: (minor / 100).toFixed(2) }],
    },
    { as },
  );
  const accountNumber: string = expectSuccess(account).account_number;
  const issued = [];
  for (const expiry of expiries) {
    numbers += 1;
    const cardNumber = luhnNumber(bin, String(numbers).padStart(9, '0'));
    const members = {
      card_number: cardNumber,
      card_expiry_date: expiry,
      bin_number: bin,
      product_code: product,
      currency,
    };
    const card = await server.envelope('cards.create-card', cardBody({ customerId, accountNumber }, members), { as });
    issued.push({ cardNumber, expiry, exid: expectSuccess(card).card_identifier_id as string });
  }
  return { accountNumber, issued };
}

function expectSuccess({ exception, body, http }: EnvelopeParts) {
  if (exception?.error_code !== '000') throw new Error(`cannot set up: ${http.text}`);
  return body;
}

/**
 * Expires reservations now, which periodic jobs would do later, so that the server matches the model before the next
 * step.
 */
async function expireReservations(
  { server, tally }: Stage,
  runs: readonly SimulationRun[],
  nowMs: number,
): Promise<void> {
  const due = runs.flatMap(({ account }) => account.due(nowMs));
  if (due.length === 0) return;
  for (const { account } of runs) account.expire(nowMs);
  for (const _ of due) tally.note('expired reservation');
  // If the server's own round is running, this one does nothing.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await server.server.periodicJobs.runDue();
    if ((await stillReserved(server, nowMs)) === 0) return;
  }
  throw new Error('reservations that are past their days do not expire');
}

async function stillReserved({ db }: TestServer, nowMs: number): Promise<number> {
  const [row] = await db.sql<{ count: number }>(
    `select count(*)::int as count from authorizations where state = 'A' and decided_at < $1`,
    [new Date(nowMs - RESERVED_MS)],
  );
  return row!.count;
}

interface RunExchange {
  readonly run: SimulationRun;
  readonly exchange: Exchange;
}

/** Sends one request of every sequence at once. All of them end before a difference is reported. */
async function together(
  runs: readonly SimulationRun[],
  nowMs: number,
  act: (run: SimulationRun) => Promise<Exchange | undefined>,
): Promise<void> {
  const exchanges: RunExchange[] = [];
  await Promise.all(
    runs.map(async (run) => {
      const what = `an exchange of account ${run.accountNumber} after "${run.story.at(-1) ?? 'its opening'}"`;
      const exchange = await endsWithin(what, act(run)).catch((error: Error) => ({
        step: 'a step that could not be done',
        expected: 'an answer',
        answered: error.stack ?? error.message,
      }));
      if (exchange === undefined) return;
      exchanges.push({ run, exchange });
      run.story.push(`${localTime(nowMs, run.account.bank.zone)}  ${exchange.step}  ->  ${exchange.answered}`);
    }),
  );
  for (const { run, expected, exchange } of expectedOf(exchanges, nowMs)) {
    if (expected !== exchange.answered) throw new Error([...storyOf(run), `The model says: ${expected}`].join('\n'));
    exchange.note?.();
  }
}

/** The model's answers to all responses, in the order of their arrival. */
function expectedOf(exchanges: readonly RunExchange[], nowMs: number): (RunExchange & { readonly expected: string })[] {
  const effects = exchanges.flatMap(({ run: { account }, exchange: { expected, answered } }) => {
    const sharedUse = () => account.limits.usedTogether(nowMs).join();
    return typeof expected === 'string' ? [] : [{ account, answered, take: expected, sharedUse }];
  });
  // Banks share nothing.
  const banks = [...new Set(effects.map(({ account }) => account.bank))];
  const answers = new Map(
    banks.flatMap((bank) => {
      const ofBank = effects.filter(({ account }) => account.bank === bank);
      return explainAnswers(ofBank).map((expected, at) => [ofBank[at]?.take, expected] as const);
    }),
  );
  return exchanges.map((one) => {
    const { expected } = one.exchange;
    return { ...one, expected: typeof expected === 'string' ? expected : (answers.get(expected) ?? '') };
  });
}

/** Compares the use of the limits that the accounts of a bank share. */
async function compareShared({ tally }: Stage, runs: readonly SimulationRun[], nowMs: number): Promise<void> {
  const first = [DEMO, OTHR].flatMap((bank) => runs.find(({ account }) => account.bank === bank) ?? []);
  const sharing = first.filter(({ account }) => account.limits.usedTogether(nowMs).length > 0);
  for (const _ of sharing) tally.note('limits that accounts share');
  await together(sharing, nowMs, async (run) => ({
    step: 'used of limits that accounts share',
    expected: run.account.limits.usedTogether(nowMs).sort().join(', '),
    answered: await usedTogether(run),
  }));
}

function storyOf({ account, cards, story }: SimulationRun): string[] {
  const { id, zone, currency } = account.bank;
  const expiries = cards.map(({ expiry }) => expiry).join(' and ');
  return [`Bank ${id}, ${zone}, ${currency}, cards that expire ${expiries}:`, ...story];
}

/** Compares the funds of all accounts at the end, with one query. */
async function compareFunds({ server }: Stage, runs: readonly SimulationRun[], nowMs: number): Promise<void> {
  const rows = await server.db.sql<{ account_number: string; funds: string }>(
    `select account_number, available_minor || ' and ' || reserved_minor as funds from accounts
      where account_number = any($1)`,
    [runs.map(({ accountNumber }) => accountNumber)],
  );
  const funds = new Map(rows.map((row) => [row.account_number, row.funds]));
  await together(runs, nowMs, async ({ account, accountNumber }) => ({
    step: 'available and reserved',
    expected: `${account.availableMinor} and ${account.reservedMinor}`,
    answered: funds.get(accountNumber) ?? 'no account',
  }));
}
