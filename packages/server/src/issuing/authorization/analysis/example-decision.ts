import { compileCondition, type RuleEffect, requestedFigures } from '@cardwright/contract';
import { currency } from '../../../platform/kernel/money.ts';
import { type AccountLimits, NO_LIMITS, ofCard } from '../../limits/limit.ts';
import { addTo, type Cells } from '../../limits/limit-cells.ts';
import type { AnalyzedRule } from '../../rules/analysis/analyzed-rule.ts';
import type { Example } from '../../rules/analysis/example.ts';
import { MINOR } from '../../rules/analysis/numbers.ts';
import type { RuleInSet } from '../../rules/bank-rules.ts';
import { channelOf } from '../decision/channel.ts';
import { type Decision, decide } from '../decision/decide.ts';
import type { AuthorizationFacts, AuthorizationMessage, CardFacts } from '../decision/facts.ts';
import { paymentKey } from '../decision/paid-merchants.ts';
import { type AnalyzedAccount, BALANCE, CARD, counterOf, newMerchantOf, tokenOf, usageOf } from './analyzed-account.ts';
import { limitsWithCards, tokensOf } from './decision-numbers.ts';
import { settingsOfExample } from './product-controls.ts';

/** Decides an example with the function that decides messages, on the account in the state that the example needs. Pure. */
export function decideExample(of: AnalyzedAccount, rules: readonly AnalyzedRule[], example: Example): Decision {
  const { message, card } = messageOf(of, example);
  const account = accountOf(of, example);
  return decide(factsOf({ ...of, account }, rules, { example, message, card }), message, example.at);
}

/** The account with the settings of the example, if the analysis is about all accounts of a product. */
function accountOf(of: AnalyzedAccount, example: Example): AnalyzedAccount['account'] {
  return of.product === undefined
    ? of.account
    : { ...of.account, settings: settingsOfExample(of, of.product, example) };
}

/** The card of the example. A card of a product has the age that the example needs. */
function cardOf(of: AnalyzedAccount, { numbers, values, at }: Example): CardFacts {
  const card = of.cards[Number(numbers.get(CARD) ?? 0n)];
  if (card === undefined) throw new Error('an example has no card');
  if (of.product === undefined) return card;
  const createdAt = new Date(at.getTime() - Number(values.get('cardAgeDays') ?? 0) * DAY_MS);
  return { ...card, traits: { ...card.traits, createdAt } };
}

function messageOf(of: AnalyzedAccount, example: Example): { message: AuthorizationMessage; card: CardFacts } {
  const { values, numbers } = example;
  const card = cardOf(of, example);
  const text = (field: 'mcc' | 'merchantId' | 'terminalId' | 'acquirer') => String(values.get(field) ?? '');
  const letters = String(values.get('currency'));
  const minor = numbers.get(MINOR) ?? 0n;
  const token = tokensOf([of]).find((reference) => numbers.get(tokenOf(reference)) === 1n);
  const message: AuthorizationMessage = {
    ...{ findings: [], expiry: card.expiry, sequenceNumber: card.sequenceNumber },
    numberForm: 'full',
    ...{ transactionMinor: minor, transactionCurrency: currency(letters)?.number ?? letters },
    ...{ billingMinor: minor, billingCurrency: of.account.currency.number },
    channel: { entry: values.get('channel') as never, isCash: channelOf('', '', text('mcc')).isCash },
    ...{ merchantCategory: text('mcc'), country: values.get('country') as string | undefined },
    ...{ terminalId: text('terminalId'), acquirer: text('acquirer'), merchantId: text('merchantId') },
    ...{ retrievalReference: 1n, systemTrace: 1, transmittedAt: '', tokenReference: token },
  };
  return { message, card };
}

const DAY_MS = 86_400_000;

interface Payment {
  readonly example: Example;
  readonly message: AuthorizationMessage;
  readonly card: CardFacts;
}

function factsOf(of: AnalyzedAccount, rules: readonly AnalyzedRule[], payment: Payment): AuthorizationFacts {
  const { example, message, card } = payment;
  const { numbers, members, values } = example;
  const { account, bank, sharedLimits } = of;
  const listOf = (list: string) => ({ has: () => members.get(list) ?? false });
  const counter = (at: number) => ({ minor: numbers.get(counterOf(at)) ?? 0n, endsAtMs: undefined });
  const usage = usageIn(of, payment);
  const using = (limits: AccountLimits): AccountLimits => ({
    ...limits,
    usage,
  });
  return {
    ...{ bank, matches: 1, card, conflicts: false, approvalCode: '000000' },
    account: {
      ...account,
      availableMinor: numbers.get(BALANCE) ?? 0n,
      counters: [counter(0), counter(1), counter(2), counter(3), counter(4)],
      limits: using(account.limits ?? NO_LIMITS),
    },
    ownRules: { edition: 0, live: inOrder(rules).map((rule) => toRule(rule, listOf)), shadow: [] },
    sharedLimits: sharedLimits && using(sharedLimits),
    lists: { edition: 0, listOf },
    paidMerchants: new Set(values.get('firstAtMerchant') === true ? [] : [paymentKey(card.cardId, message.merchantId)]),
    ...(message.tokenReference !== undefined && {
      token: { reference: message.tokenReference, state: 'ACTIVE' as const },
    }),
  };
}

function inOrder(rules: readonly AnalyzedRule[]): AnalyzedRule[] {
  return [...rules].sort((one, other) => one.number - other.number || one.version - other.version);
}

function toRule(rule: AnalyzedRule, listOf: Parameters<typeof compileCondition>[1]): RuleInSet {
  const { condition, effect } = rule;
  return {
    ...{ ...rule, effect: effect as RuleEffect },
    isMetBy: compileCondition(condition, listOf),
    figures: requestedFigures(condition),
  };
}

/**
 * The usage of each limit. A limit on the number of merchants has counted as many as the example needs, with or without
 * this one.
 */
function usageIn(of: AnalyzedAccount, { example, message }: Payment): AccountLimits['usage'] {
  const { calendar } = of.bank;
  const at = example.at;
  return new Map(
    limitsWithCards([of]).map(({ limit, card }): [string, Cells] => {
      const key = limit.level === 'card' ? ofCard(limit, card.cardId).key : limit.key;
      const used = example.numbers.get(usageOf(limit, card)) ?? 0n;
      const isNew = example.numbers.get(newMerchantOf(limit, card)) !== 0n;
      const merchants =
        limit.measure === 'merchants'
          ? Array.from({ length: Number(used) }, (_, place) =>
              place === 0 && !isNew ? message.merchantId : `M ${place}`,
            )
          : [''];
      const add = (cells: Cells, merchant: string) => {
        const value = limit.measure === 'merchants' ? 1n : used;
        return addTo(cells, limit.window, { value, merchant, at }, { calendar, now: at });
      };
      return [key, merchants.reduce<Cells>(add, [])];
    }),
  );
}
