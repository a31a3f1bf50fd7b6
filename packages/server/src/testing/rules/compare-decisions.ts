import { BALANCE, CARD, counterOf } from '../../issuing/authorization/analysis/analyzed-account.ts';
import { toDecision } from '../../issuing/authorization/analysis/analyzed-decision.ts';
import type { StoredSettings } from '../../issuing/card-settings/card-settings.ts';
import { declineFormula, reasonOf } from '../../issuing/rules/analysis/decision-questions.ts';
import type { Example } from '../../issuing/rules/analysis/example.ts';
import { every, not } from '../../issuing/rules/analysis/formulas.ts';
import { MINOR } from '../../issuing/rules/analysis/numbers.ts';
import { type Formula, prepareQuestion } from '../../issuing/rules/analysis/question.ts';
import type { Solver } from '../../issuing/rules/analysis/solver-thread.ts';
import { NOW } from '../decisions/authorization-facts.ts';
import type { Random } from '../random.ts';
import { analysisContext } from './analysis-world.ts';
import { type ChangeVerdict, compareExhaustively, type Payment } from './exhaustive-decision.ts';
import { pinFormula, pinnedSettings, withPins } from './pinned-settings.ts';
import { type RandomAccount, randomChange } from './random-accounts.ts';
import { randomProduct } from './random-products.ts';

/** Far longer than a question takes, because tests share the processors. */
const QUESTION_MS = 60_000;
const MAX_COMBINATIONS = 30_000;
const EXTRA_REASONS = 3;

/** The translator of decisions. Tests replace it with faulty ones, which the comparison must detect. */
export interface DecisionAnalysis {
  readonly toDecision: typeof toDecision;
  readonly prepareQuestion: typeof prepareQuestion;
}

/** Compares the solver with an exhaustive check on random changes of accounts. Returns those on which they differ. */
export async function compareRandomChanges(
  solver: Solver,
  random: Random,
  count: number,
  of: DecisionAnalysis = { toDecision, prepareQuestion },
): Promise<string[]> {
  const different: string[] = [];
  for (let at = 0; at < count; ) {
    const change = randomChange(random);
    const tried = compareExhaustively(change, MAX_COMBINATIONS);
    if (tried === undefined) continue;
    at += 1;
    const fault = await differenceOf(solver, random, { change, tried }, of);
    if (fault !== undefined) different.push(fault);
  }
  return different;
}

/** Compares the solver with an exhaustive check on random changes of products, for all accounts and for single ones. */
export async function compareRandomProducts(
  solver: Solver,
  random: Random,
  count: number,
  of: DecisionAnalysis = { toDecision, prepareQuestion },
): Promise<string[]> {
  const different: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { change, accounts } = randomProduct(random);
    const all: ChangeVerdict[] = [];
    for (const account of accounts) {
      const tried = compareExhaustively(account.change, Number.POSITIVE_INFINITY);
      if (tried === undefined) throw new Error('not tried');
      all.push(tried);
      const fault = await differenceOf(solver, random, { change, tried, onlyReasons: [], own: account.own }, of);
      if (fault !== undefined) different.push(fault);
    }
    const some = (name: 'declinesNew' | 'approvesNew' | 'canApprove') => all.some((verdict) => verdict[name]);
    const tried: ChangeVerdict = {
      ...{ declinesNew: some('declinesNew'), approvesNew: some('approvesNew'), canApprove: some('canApprove') },
      reasons: [...new Set(all.flatMap(({ reasons }) => reasons))],
      samples: [],
    };
    const fault = await differenceOf(solver, random, { change, tried, onlyReasons: tried.reasons }, of);
    if (fault !== undefined) different.push(fault);
  }
  return different;
}

async function differenceOf(
  solver: Solver,
  random: Random,
  {
    change: [before, after],
    tried,
    onlyReasons,
    own,
  }: {
    change: readonly [RandomAccount, RandomAccount];
    tried: ChangeVerdict;
    /** An account can have further settings, which the exhaustive check does not try. */
    onlyReasons?: readonly string[];
    /** The own settings of the account, where the change is about all accounts of a product. */
    own?: StoredSettings;
  },
  of: DecisionAnalysis,
): Promise<string | undefined> {
  const rules = { before: before.rules, after: after.rules };
  const whole = of.toDecision([before.of, after.of], rules, { now: NOW });
  const { decision } = whole;
  const groups = [...after.of.bank.cardControl.merchantGroups.keys()];
  const pins = own === undefined ? [] : pinnedSettings(own, groups, decision.numbers);
  const base = analysisContext();
  const { unreadableCountry } = after.of.bank.cardControl;
  const context = {
    ...base,
    nowMs: NOW.getTime(),
    numbers: decision.numbers,
    bank: { ...base.bank, unreadableCountry, accountCurrency: 'AED' },
  };
  const canBe = async (formula: Formula): Promise<boolean> => {
    const question = of.prepareQuestion(every(decision.known, pinFormula(pins), formula), context);
    const answer = question.read(await solver.solve(question.task, QUESTION_MS));
    if (answer.verdict === 'UNDECIDED') throw new Error('undecided');
    if (answer.verdict === 'COUNTEREXAMPLE') {
      const decided = whole.decide(answer.example).map(({ reason }) => reason);
      const predicted = [decision.before, decision.after].map((steps) => reasonOf(steps, answer.example));
      if (String(decided) !== String(predicted)) wrong.push({ decided, predicted });
    }
    return answer.verdict === 'COUNTEREXAMPLE';
  };
  const wrong: object[] = [];
  const [was, is] = [declineFormula(decision.before), declineFormula(decision.after)];
  const solved: Record<string, boolean> = {
    declinesNew: await canBe(every(is, not(was))),
    approvesNew: await canBe(every(was, not(is))),
    canApprove: await canBe(not(is)),
  };
  const expected: Record<string, boolean> = {
    ...{ declinesNew: tried.declinesNew, approvesNew: tried.approvesNew, canApprove: tried.canApprove },
  };
  const all = [...new Set(decision.after.filter(({ declines }) => !isNever(declines)).map(({ reason }) => reason))];
  const picked = Array.from({ length: EXTRA_REASONS }, () => random.pick(all));
  const reasons = onlyReasons ?? [...picked, ...tried.reasons.slice(0, EXTRA_REASONS)];
  for (const reason of new Set(reasons)) {
    // a reason can occur twice, such as a limit of the account and one of a card
    const first = decision.after.flatMap((step, at) =>
      step.reason === reason ? [every(step.declines, not(declineFormula(decision.after.slice(0, at))))] : [],
    );
    solved[reason] = await canBe({ some: first });
    expected[reason] = tried.reasons.includes(reason);
  }
  for (const { payment, decided } of tried.samples) {
    const example = withPins(exampleOf(payment, before), pins);
    const predicted = [decision.before, decision.after].map((steps) => reasonOf(steps, example));
    if (String(decided) !== String(predicted)) wrong.push({ payment, decided, predicted });
  }
  const isSame = JSON.stringify(solved) === JSON.stringify(expected) && wrong.length === 0;
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return isSame ? undefined : JSON.stringify({ solved, expected, wrong: wrong.slice(0, 2), own, before, after }, text);
}

/** Whether a formula is false because of its form. */
function isNever(formula: Formula): boolean {
  if ('every' in formula) return formula.every.some(isNever);
  return 'some' in formula && formula.some.every(isNever);
}

/** Returns a payment of the exhaustive check in the form of the analysis. */
function exampleOf(payment: Payment, { of }: RandomAccount): Example {
  const { channel, mcc, country, currency, merchantId, minor, first } = payment;
  const isByCurrency = country === undefined && of.bank.cardControl.unreadableCountry === 'by_currency';
  const isForeign = isByCurrency ? currency !== '784' : country !== 'AE';
  const values = {
    amount: minor * 100n,
    currency: currency === '784' ? 'AED' : 'USD',
    mcc,
    merchantId,
    country,
    isForeign,
  };
  const isNew = payment.known ? 0n : 1n;
  return {
    values: new Map(Object.entries({ ...values, channel, firstAtMerchant: first }) as never),
    limits: new Map(),
    members: new Map([['known', payment.listed]]),
    numbers: new Map([
      ...([
        [MINOR, minor],
        [BALANCE, payment.balance],
        [CARD, BigInt(payment.card)],
      ] as const),
      ...payment.counters.map((used, at) => [counterOf(at), used] as const),
      ...Object.entries(payment.usage).flatMap(
        ([key, used]) =>
          [
            [`usage ${key}`, used],
            [`new usage ${key}`, isNew],
          ] as const,
      ),
    ]),
    at: new Date(payment.at),
  };
}
