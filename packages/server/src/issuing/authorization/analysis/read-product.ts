import type { ProposedControl } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { type ProgramFields, programAt, readProgramVersions, withDefaults } from '../../banks/index.ts';
import { toCardSettings } from '../../card-settings/index.ts';
import { limitsOfProgram, type NamedLists, NO_LIMITS } from '../../limits/index.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { type CardFacts, NO_TRAITS } from '../decision/facts.ts';
import { readSharedLimits } from '../explain/present-account.ts';
import { checkProposal } from '../history/proposal.ts';
import { openReplay, propose, type Replay } from '../history/replay.ts';
import type { AnalyzedAccount, AnalyzedProduct } from './analyzed-account.ts';

type ProposalFailure = NonNullable<ReturnType<typeof checkProposal>['failure']>;

const NO_PROGRAM = { defaults: {}, ceilings: {}, limits: [] };

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
  const versions = await readProgramVersions(tx, bank.bankId, productCode);
  const program = programAt(versions, now) ?? NO_PROGRAM;
  const { exponent } = bank.currency;
  const present = openReplay(0n, bank.currency, { productCode, versions });
  present.account = {
    ...present.account,
    settings: toCardSettings(withDefaults({}, program, exponent), exponent),
    limits: { ...NO_LIMITS, programLimits: limitsOfProgram(program, exponent).paymentLimits },
  };
  const checked = checkProposal(proposal, { bank, cards: new Map(), replay: present, now, ...lists });
  if (checked.failure !== undefined) return { failure: checked.failure };
  const proposed = { ...present };
  if (proposal.program !== undefined) propose(proposed, checked.proposal, bank, now);
  const sharedLimits = await readSharedLimits(tx, bank, productCode, present.account, now);
  const toAccount = ({ account }: Replay, product: AnalyzedProduct): AnalyzedAccount => ({
    bank: bankFactsOf(bank),
    ...{ account, sharedLimits, product },
    cards: ['P', 'S'].map((role, at) => cardOfProduct(productCode, role, BigInt(at))),
  });
  const { defaults = {}, ceilings = {} } = proposal.program ?? program;
  return [
    toAccount(present, { program }),
    toAccount(proposed, { program: { defaults: defaults as ProgramFields, ceilings: ceilings as ProgramFields } }),
  ];
}

/** A card that is valid longer than any real one. */
function cardOfProduct(product: string, role: string, cardId: bigint): CardFacts {
  const plastic = { expiry: '9912', sequenceNumber: '001', earlier: undefined };
  return { cardId, status: 'ACTIVE', ...plastic, restrictions: [], traits: { ...NO_TRAITS, product, role } };
}
