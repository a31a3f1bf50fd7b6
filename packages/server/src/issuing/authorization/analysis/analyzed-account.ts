import type { Program } from '../../banks/program.ts';
import type { AccountLimits, Limit } from '../../limits/limit.ts';
import { ALWAYS, NEVER } from '../../rules/analysis/formulas.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { AccountFacts, BankFacts, CardFacts } from '../decision/facts.ts';

/** An account with its cards, as the analysis of its decisions uses them. */
export interface AnalyzedAccount {
  readonly bank: BankFacts;
  readonly account: AccountFacts;
  readonly cards: readonly CardFacts[];
  /** The limits whose counters accounts share. */
  readonly sharedLimits: AccountLimits | undefined;
  /** Set where it stands for all accounts of a product. `account` has the defaults as its settings then. */
  readonly product?: AnalyzedProduct;
}

/** The program of all accounts of a product. Each account can have own settings, with limits up to the ceilings. */
export type AnalyzedProduct = Pick<Program, 'defaults' | 'ceilings'>;

/** Names of numbers: which card pays, and the state that can have any value. */
export const CARD = 'card';
/** 1 if the payment names the token. */
export const tokenOf = (reference: string): string => `token ${reference}`;
export const BALANCE = 'balance';
export const counterOf = (place: number): string => `counter ${place}`;
/** The usage of a limit: a sum in minor units, a number of messages, or a number of merchants. */
export const usageOf = ({ key, level }: Limit, { cardId }: CardFacts): string =>
  level === 'card' ? `usage ${key}/${cardId}` : `usage ${key}`;
/** 1 if a limit of merchants has not counted the merchant yet. */
export const newMerchantOf = (limit: Limit, card: CardFacts): string => `new ${usageOf(limit, card)}`;

/** Whether a payment of the card is one of those that the limit is for. */
export function paysWith({ cardId, tokenReference }: Limit, card: CardFacts): Formula {
  if (cardId !== undefined && cardId !== card.cardId) return NEVER;
  return tokenReference === undefined ? ALWAYS : { sum: [tokenOf(tokenReference)], over: 0n };
}
