import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Program, ProgramFields } from '../../banks/program.ts';
import type { AccountLimits, Limit } from '../../limits/limit.ts';
import { ALWAYS, NEVER } from '../../rules/analysis/formulas.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { DecisionInput } from '../../rules/analysis/whole-decision.ts';
import type { AccountFacts, BankFacts, CardFacts } from '../decision/facts.ts';

/** An account with its cards, as the analysis of its decisions uses them. */
export interface AnalyzedAccount {
  readonly bank: BankFacts;
  readonly account: AccountFacts;
  readonly cards: readonly CardFacts[];
  /** The limits whose counters accounts share. */
  readonly sharedLimits: AccountLimits | undefined;
  /** Present if this stands for all accounts of a product. The settings of `account` are then the defaults. */
  readonly product?: AnalyzedProduct;
}

/** The program of all accounts of a product. Each account can have settings of its own, with limits up to the ceilings. */
export interface AnalyzedProduct extends Pick<Program, 'defaults' | 'ceilings'> {
  /** The highest limits that accounts still have from before a ceiling was lowered. */
  readonly retained?: ProgramFields | undefined;
}

/** A subject before and after a change, in a form that a thread can receive. */
export interface AccountsInput {
  readonly bank: Omit<BankFacts, 'calendar'> & Pick<BankFacts['calendar'], 'timeZone' | 'cutOff'>;
  readonly accounts: readonly [before: Omit<AnalyzedAccount, 'bank'>, after: Omit<AnalyzedAccount, 'bank'>];
  /** The EXIDs of the cards. */
  readonly exids: readonly string[];
  /** Whether the bank's own system decides too. */
  readonly hasPartner: boolean;
}

/** The accounts as the thread of the analysis receives them. */
export function toInput(
  { calendar, country, cardControl, decisionPartner }: Bank,
  accounts: readonly [before: AnalyzedAccount, after: AnalyzedAccount],
  exids: readonly string[] = [],
): DecisionInput {
  const { timeZone, cutOff } = calendar;
  const [before, after] = accounts.map(({ bank: _, account, sharedLimits, ...more }) => {
    const limits = account.limits && withoutLists(account.limits);
    return { ...more, account: { ...account, limits }, sharedLimits: sharedLimits && withoutLists(sharedLimits) };
  }) as [AccountsInput['accounts'][0], AccountsInput['accounts'][1]];
  const content: AccountsInput = {
    bank: { timeZone, cutOff, country, cardControl: { ...cardControl, resourceStrings: new Map() } },
    ...{ accounts: [before, after], exids, hasPartner: decisionPartner !== undefined },
  };
  return { currency: accounts[1].account.currency, content };
}

/** The limits without the merchant lists of a proposal, because the lists of an example replace them. */
function withoutLists({ limits, programLimits, usage }: AccountLimits): AccountLimits {
  const plain = ({ assumedLists: _, ...limit }: Limit) => limit;
  return { limits: limits.map(plain), programLimits: programLimits?.map(plain), usage };
}

/** Names of the numbers in the logic: the card that pays, and state that can have any value. */
export const CARD = 'card';
/** 1 if the payment names the token. */
export const tokenOf = (reference: string): string => `token ${reference}`;
export const BALANCE = 'balance';
export const counterOf = (place: number): string => `counter ${place}`;
/** The usage of a limit: a sum in minor units, a number of messages, or a number of merchants. */
export const usageOf = ({ key, level }: Limit, { cardId }: CardFacts): string =>
  level === 'card' ? `usage ${key}/${cardId}` : `usage ${key}`;
/** 1 if a limit on the number of merchants has not counted the merchant yet. */
export const newMerchantOf = (limit: Limit, card: CardFacts): string => `new ${usageOf(limit, card)}`;

/** The payments of the card that the limit covers. */
export function paysWith({ cardId, tokenReference }: Limit, card: CardFacts): Formula {
  if (cardId !== undefined && cardId !== card.cardId) return NEVER;
  return tokenReference === undefined ? ALWAYS : { sum: [tokenOf(tokenReference)], over: 0n };
}
