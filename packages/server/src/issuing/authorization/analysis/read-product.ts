import { LIMIT_FIELDS, type LimitField, type ProposedControl } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { listProgramsOfBank, type Program, type ProgramFields, withDefaults } from '../../banks/index.ts';
import { readHighestLimits, type StoredSettings, toCardSettings } from '../../card-settings/index.ts';
import { limitsOfProgram, type NamedLists, NO_LIMITS } from '../../limits/index.ts';
import type { DecisionReader, ProductState, ProductStates } from '../../rules/index.ts';
import { createBankPrograms, type ProgramsInForce } from '../batch/bank-programs.ts';
import { sharedLimitsOf } from '../batch/shared-counters.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { type CardFacts, NO_TRAITS } from '../decision/facts.ts';
import { checkProposal } from '../history/proposal.ts';
import { openReplay } from '../history/replay.ts';
import { type AnalyzedAccount, toInput } from './analyzed-account.ts';
import { limitsOf } from './limit-steps.ts';
import { aboveCeilings, higherCeilings } from './product-controls.ts';

type ProposalFailure = NonNullable<ReturnType<typeof checkProposal>['failure']>;
type Content = Pick<Program, 'defaults' | 'ceilings' | 'limits'>;

const NO_PROGRAM: Content = { defaults: {}, ceilings: {}, limits: [] };

/** Reads a product with its program in force, and under a proposed program. It stands for all accounts of the product. */
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
  const { programs, inForceAt, highest } = await readPrograms(tx, bank);
  const inForce = inForceAt(now);
  const present = withRetained(accountOf(bank, productCode, inForce), highest.byProduct.get(productCode));
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

interface ReadProducts extends ProductStates {
  readonly highest: HighestLimits;
}

interface HighestLimits {
  /** The limits that were read. */
  readonly of: { readonly codes: readonly string[]; readonly fields: readonly LimitField[] };
  readonly byProduct: ReadonlyMap<string, StoredSettings>;
}

/** Reads all products of a bank for the comparison of changes. */
export function productReader(
  productCodes: (bankId: string) => readonly string[],
): Pick<DecisionReader, 'readProducts' | 'compare'> {
  return {
    async readProducts({ tx, bank, now }, before): Promise<ReadProducts> {
      const { programs, inForceAt, highest } = await readPrograms(
        tx,
        bank,
        (before as ReadProducts | undefined)?.highest,
      );
      const times = [...programs.values()].flatMap((all) => all.flatMap(({ inForceFrom = now }) => inForceFrom));
      const changesAt = times.filter((time) => time > now);
      return {
        highest,
        changesAt,
        at: (time) =>
          productCodes(bank.bankId)
            .toSorted()
            .map((productCode): ProductAccount => {
              const ofTime = accountOf(bank, productCode, inForceAt(time));
              const earlier = [now, ...changesAt.filter((one) => one < time)];
              const settable = earlier.map((one) => inForceAt(one).programs.get(productCode)?.ceilings ?? {});
              const account = withRetained(withCeilings(ofTime, settable), highest.byProduct.get(productCode));
              const conditions = limitsOf(account).flatMap(({ where = [] }) => where);
              return { productCode, conditions, basis: textOf(bank, account), account };
            }),
      };
    },
    compare: (bank, [before, after]) =>
      toInput(bank, [(before as ProductAccount).account, (after as ProductAccount).account]),
  };
}

/**
 * The programs of a bank, and the highest limits that its accounts have set, if a ceiling bounds them.
 * @param known the limits that this transaction has already read
 */
async function readPrograms(tx: Tx, bank: Bank, known?: HighestLimits) {
  const programs = await listProgramsOfBank(tx, bank.bankId);
  const all = [...programs].flatMap(([code, versions]) => versions.map(({ ceilings }) => ({ code, ceilings })));
  const of = {
    codes: [
      ...new Set(all.flatMap(({ code, ceilings }) => (LIMIT_FIELDS.some((field) => field in ceilings) ? code : []))),
    ],
    fields: LIMIT_FIELDS.filter((field) => all.some(({ ceilings }) => field in ceilings)),
  };
  const isKnown = known !== undefined && JSON.stringify(known.of) === JSON.stringify(of);
  const highest = isKnown ? known : { of, byProduct: await readHighestLimits(tx, bank.bankId, of) };
  return { programs, inForceAt: createBankPrograms(0n, programs, bank.currency.exponent).at, highest };
}

/** The accounts with the limits that earlier ceilings let them set. */
function withCeilings(of: AnalyzedAccount, earlier: readonly ProgramFields[]): AnalyzedAccount {
  const { product, account } = of;
  if (product === undefined) return of;
  const higher = (one: ProgramFields, other: ProgramFields) => higherCeilings(one, other, account.currency.exponent);
  return { ...of, product: { ...product, ceilings: earlier.reduce(higher, product.ceilings) } };
}

/** The accounts with the limits that they still have above the ceilings. */
function withRetained(of: AnalyzedAccount, highest: StoredSettings = {}): AnalyzedAccount {
  const { product, account } = of;
  if (product === undefined) return of;
  return {
    ...of,
    product: { ...product, retained: aboveCeilings(highest, product.ceilings, account.currency.exponent) },
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
  const limits = sharedLimitsOf(shared && { sharedLimits: shared }, true);
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

/**
 * A text of everything that the decisions depend on. It leaves out when a limit began to count, because its usage can
 * have any value.
 */
function textOf(bank: Bank, account: AnalyzedAccount): string {
  return JSON.stringify(toInput(bank, [account, account]).content, (name, value) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map || value instanceof Set) return [...value];
    return name === 'since' ? undefined : value;
  });
}
