import type { Condition, ProposedControl } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { listProgramsOfBank, type Program, type ProgramFields, withDefaults } from '../../banks/index.ts';
import { toCardSettings } from '../../card-settings/index.ts';
import { type Limit, limitsOfProgram, type NamedLists, NO_LIMITS } from '../../limits/index.ts';
import type { DecisionReader, ProductState } from '../../rules/index.ts';
import { createBankPrograms, type ProgramsInForce } from '../batch/bank-programs.ts';
import { limitsSharedBy } from '../batch/shared-counters.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { type CardFacts, NO_TRAITS } from '../decision/facts.ts';
import { checkProposal } from '../history/proposal.ts';
import { openReplay } from '../history/replay.ts';
import type { AnalyzedAccount } from './analyzed-account.ts';
import { toDecision } from './analyzed-decision.ts';
import { limitsOf } from './limit-steps.ts';

type ProposalFailure = NonNullable<ReturnType<typeof checkProposal>['failure']>;
type Content = Pick<Program, 'defaults' | 'ceilings' | 'limits'>;

const NO_PROGRAM: Content = { defaults: {}, ceilings: {}, limits: [] };

/** Reads a product with its program in force, and under a proposed program: it stands for all accounts that the product has. */
export async function readProduct(
  tx: Tx,
  bank: Bank,
  {
    productCode,
    proposal,
    ...lists
  }: {
    readonly productCode: string;
    readonly proposal: ProposedControl;
    readonly assumedLists: NamedLists | undefined;
  },
  now: Date,
): Promise<readonly [AnalyzedAccount, AnalyzedAccount] | { readonly failure: ProposalFailure }> {
  const programs = await listProgramsOfBank(tx, bank.bankId);
  const inForce = createBankPrograms(0n, programs, bank.currency.exponent).at(now);
  const present = accountOf(bank, productCode, inForce);
  const replay = openReplay(0n, bank.currency, { productCode, versions: programs.get(productCode) ?? [] });
  const checked = checkProposal(proposal, { bank, cards: new Map(), replay, now, ...lists });
  if (checked.failure !== undefined) return { failure: checked.failure };
  const { program } = checked.proposal;
  if (program === undefined) return [present, present];
  const ceilings = (proposal.program?.ceilings ?? {}) as ProgramFields;
  return [present, accountOf(bank, productCode, inForce, { ...program, ceilings })];
}

interface ProductAccount extends ProductState {
  readonly account: AnalyzedAccount;
}

/** Reads all products of a bank for the comparison of changes. */
export function productReader(
  productCodes: (bankId: string) => readonly string[],
): Pick<DecisionReader, 'readProducts' | 'compare'> {
  return {
    async readProducts({ tx, bank, now }) {
      const versions = await listProgramsOfBank(tx, bank.bankId);
      const programs = createBankPrograms(0n, versions, bank.currency.exponent);
      const times = [...versions.values()].flatMap((all) => all.flatMap(({ inForceFrom = now }) => inForceFrom));
      return {
        changesAt: times.filter((time) => time > now),
        at: (time) =>
          productCodes(bank.bankId)
            .toSorted()
            .map((productCode): ProductAccount => {
              const account = accountOf(bank, productCode, programs.at(time));
              const conditions = limitsOf(account).flatMap(({ where = [] }) => where);
              return { productCode, conditions, basis: textOf(account), account };
            }),
      };
    },
    compare({ bank, now }, states, rules, changedCondition) {
      const [before, after] = states.map((state) => (state as ProductAccount).account) as [
        AnalyzedAccount,
        AnalyzedAccount,
      ];
      const accounts = [before, withConditions(after, changedCondition)] as const;
      return toDecision(bank, accounts, rules, { exids: [], now, changedCondition });
    },
  };
}

/** All accounts of a product, which have the same currency, under its program in force or another one. */
function accountOf(
  bank: Bank,
  productCode: string,
  inForce: ProgramsInForce,
  program: Content = inForce.programs.get(productCode) ?? NO_PROGRAM,
): AnalyzedAccount {
  const { exponent } = bank.currency;
  const { account } = openReplay(0n, bank.currency);
  const shared = inForce.sharedOf(productCode);
  const limits = limitsSharedBy(shared && { sharedLimits: shared }, true);
  return {
    bank: bankFactsOf(bank),
    account: {
      ...account,
      settings: toCardSettings(withDefaults({}, program, exponent), exponent),
      limits: { ...NO_LIMITS, programLimits: limitsOfProgram(program, exponent).paymentLimits },
    },
    cards: ['P', 'S'].map((role, at) => cardOfProduct(productCode, role, BigInt(at))),
    sharedLimits: limits && { ...NO_LIMITS, limits },
    product: { defaults: program.defaults, ceilings: program.ceilings },
  };
}

/** A card that is valid longer than any real one. */
function cardOfProduct(product: string, role: string, cardId: bigint): CardFacts {
  const plastic = { expiry: '9912', sequenceNumber: '001', earlier: undefined };
  return { cardId, status: 'ACTIVE', ...plastic, restrictions: [], traits: { ...NO_TRAITS, product, role } };
}

/** The account with other conditions of its limits. */
function withConditions(of: AnalyzedAccount, changed: (condition: Condition) => Condition): AnalyzedAccount {
  const all = (limits: readonly Limit[]) =>
    limits.map((limit) => (limit.where === undefined ? limit : { ...limit, where: changed(limit.where) }));
  const { account, sharedLimits } = of;
  const { limits = NO_LIMITS } = account;
  return {
    ...of,
    account: { ...account, limits: { ...limits, programLimits: limits.programLimits && all(limits.programLimits) } },
    sharedLimits: sharedLimits && { ...sharedLimits, limits: all(sharedLimits.limits) },
  };
}

/** What the decisions depend on. When a limit began to count is not part of it, as its usage can be any. */
function textOf({ bank, account: { settings, limits }, product, sharedLimits }: AnalyzedAccount): string {
  const { calendar: _, ...traits } = bank;
  return JSON.stringify([traits, settings, limits, product, sharedLimits], (name, value) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map || value instanceof Set) return [...value];
    return name === 'since' ? undefined : value;
  });
}
