import { COUNTER_FIELDS, INTERVAL_END_FIELDS } from '@cardwright/contract';
import type {
  AuthorizationFacts,
  AuthorizationMessage,
} from '@cardwright/server/internal/issuing/authorization/decision/facts';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import type { ModelAccount } from '../../world/model/model-account.ts';
import { storedCounterEnd, texts } from '../../world/model/model-answer.ts';
import { hasRightCheckDigit } from '../../world/model/model-kernel.ts';
import type { RareQuestion } from '../../world/question.ts';
import { describeFindings } from '../report-checks.ts';
import type { EngineAccount } from './engine-account.ts';
import type { Engine, EngineBank } from './engine-bank.ts';

interface QuestionContext {
  readonly engine: Engine;
  readonly at: EngineBank;
  readonly account: EngineAccount;
  readonly now: Date;
  /** The account whose open windows determine stored counters. */
  readonly model: ModelAccount;
}

type About<Kind extends RareQuestion['about']> = Extract<RareQuestion, { about: Kind }>;

/** The engine's answer to a question. An exception counts as an answer too. */
export function answerOfEngine(question: RareQuestion, context: QuestionContext): string {
  try {
    return answered(question, context);
  } catch (error) {
    return (error as Error).message.split(':')[0] ?? '';
  }
}

function answered(question: RareQuestion, context: QuestionContext): string {
  const { engine, now } = context;
  switch (question.about) {
    case 'update':
      return updateFindings(question, context);
    case 'order': {
      const today = context.at.bank.calendar.localDate(now);
      return describeFindings(
        [...engine.countryFindings(question.body), ...engine.endDateFindings(question.body, today)],
        'restriction',
      );
    }
    case 'old patch':
      return texts(Object.entries(engine.applyPatch(question.stored, question.patch)));
    case 'amount':
      return String(engine.parseAmount(question.text, question.exponent));
    case 'written amount':
      return engine.formatAmount(BigInt(question.minor), question.exponent);
    case 'currency': {
      const { code, number, exponent } = engine.currencyOf(question.code);
      return `${code} ${number} ${exponent}`;
    }
    case 'statuses':
      return String(engine.mayBecome(question.from, question.to));
    case 'plastic':
      return plastic(question, context);
    case 'EXID':
      return exid(question, context);
    case 'facts':
      return decisionAnswer(question, context);
    case 'missing':
      return `${engine.requireValue(question.value, 'what was asked for')}` === `${question.value}`
        ? 'is there'
        : 'is another';
    case 'trace':
      return JSON.stringify(engine.explainTrace(question.steps, true));
    case 'counters':
      return counters(question, context);
  }
}

function updateFindings({ patch, isKnown }: About<'update'>, { engine, at, account, now }: QuestionContext): string {
  const { stored, exponent, own } = account;
  const program = own?.programAt(now);
  const knownParts = isKnown ? { stored, exponent, program } : { stored: undefined, exponent: undefined };
  const sentSettings = engine.settingsSent(patch);
  return describeFindings(engine.findPatchFaults(sentSettings, { bank: at.bank, now, ...knownParts }), 'cardSettings');
}

function plastic({ sequence, date, months }: About<'plastic'>, { engine }: QuestionContext): string {
  const { from, until } = engine.renewable(date, months);
  return `${engine.FIRST_SEQUENCE_NUMBER}, ${engine.nextSequenceNumber(sequence)}, ${engine.expiryAfter(date, months)}, due from ${from} to ${until}`;
}

function exid({ digits }: About<'EXID'>, { engine }: QuestionContext): string {
  const rest = [...digits];
  const exid = engine.makeExid((count) => rest.splice(0, count).join(''));
  const isRight =
    exid.length === 19 &&
    /^9\d+$/.test(exid) &&
    !hasRightCheckDigit(exid) &&
    exid.startsWith(`9${digits.slice(0, 17)}`);
  return isRight ? 'nineteen digits that are no card number, and the first eighteen as they were given' : exid;
}

const SOME_MESSAGE: Omit<AuthorizationMessage, 'channel' | 'country'> = {
  findings: [],
  numberForm: 'full',
  expiry: '3112',
  sequenceNumber: '001',
  transactionMinor: 100n,
  transactionCurrency: '784',
  billingMinor: 100n,
  billingCurrency: '784',
  merchantCategory: '5411',
  terminalId: 'TERMINAL',
  acquirer: '123456',
  merchantId: 'SHOP00000000001',
  retrievalReference: 1n,
  systemTrace: 1,
  transmittedAt: '20271120080000',
};

function decisionAnswer(
  { hasCard, hasAccount }: About<'facts'>,
  { engine, at, account, now }: QuestionContext,
): string {
  const facts: AuthorizationFacts = {
    bank: at.bank,
    matches: 1,
    card: hasCard ? account.card(0) : undefined,
    account: hasAccount ? account.account : undefined,
    conflicts: false,
    lists: account.own?.lists(),
    paidMerchants: new Set(),
    approvalCode: '000000',
  };
  engine.decide(facts, { ...SOME_MESSAGE, ...requireValue(at.uses[0], 'a use') }, now);
  return 'decides';
}

function counters(
  { counters: values, backMinor }: About<'counters'>,
  { engine, at, account, now, model }: QuestionContext,
): string {
  const open = model.openWindows(now.getTime());
  const text = values
    .map((one, place) => {
      const { minor, endMs } = storedCounterEnd(one, open[place]?.endMs, now.getTime());
      return `${minor}:${endMs ?? ''}`;
    })
    .join(',');
  const before = engine.readCounters(text);
  const ended = { availableMinor: 0n, countedBackMinor: BigInt(backMinor) };
  const times = { countedAt: now, now };
  const after = engine.afterReservation({ ...account.account, counters: before }, ended, at.bank, times).counters;
  const rendered = (some: typeof before) =>
    engine.toSettingsResponse(
      { stored: {}, counters: some, exponent: account.exponent, flags: NO_FLAGS },
      at.bank,
      now,
    );
  const [first, then] = [rendered(before), rendered(after)];
  return COUNTER_FIELDS.map((field, place) => {
    const end = first[INTERVAL_END_FIELDS[place] ?? ''];
    return `${first[field]} until ${end}, then ${then[field]}`;
  }).join('; ');
}

const NO_FLAGS = { canActivate: false, permissions: [] };
