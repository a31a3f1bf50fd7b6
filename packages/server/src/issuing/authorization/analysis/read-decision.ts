import type { AnalyzeRule, ProposedControl } from '@cardwright/contract';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { type Failure, fail, ok } from '../../../platform/kernel/result.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { findAccountId } from '../../accounts/index.ts';
import { type BankDirectory, readProgramVersions } from '../../banks/index.ts';
import { findByExid } from '../../cards/index.ts';
import type { DecisionContext, DecisionReader } from '../../rules/index.ts';
import { cardFactsOf } from '../batch/load-controls.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { openExceptionsOf, readSharedLimits, toReplay } from '../explain/present-account.ts';
import { type FactsRow, readFactsOfCards } from '../explain/preview-store.ts';
import { checkProposal } from '../history/proposal.ts';
import type { Proposal } from '../history/proposed.ts';
import { readProposalRecords } from '../history/read-proposed.ts';
import { propose } from '../history/replay.ts';
import { readNamedTokens } from '../records/paying-token-store.ts';
import { type AnalyzedAccount, toInput } from './analyzed-account.ts';
import { productReader, readProduct } from './read-product.ts';

/** The most cards of an account in an analysis. */
const MAX_CARDS = 20;

/** Reads the whole decision at an account or a card, and under a proposal, for an analysis (docs/interface/rules.md#the-whole-decision). */
export function createDecisionReader(banks: BankDirectory): DecisionReader {
  return {
    worker: new URL('./analysis-worker.js', import.meta.url),
    ...productReader((bankId) => banks.productsOf(bankId).map(({ productCode }) => productCode)),
    async read({ tx, bank, now }, { subject = {}, proposal = {} }) {
      if (subject.product_code !== undefined)
        return await readOfProduct(banks, { tx, bank, now }, { subject, proposal });
      const rows = await readRows(tx, bank.bankId, subject);
      if (typeof rows === 'string') return fail(rows);
      const [row] = rows;
      if (row === undefined) return fail('card_not_found', { path: 'subject' });
      if (rows.length > MAX_CARDS) {
        const message = `has more than ${MAX_CARDS} cards: send card_identifier_id`;
        return fail('value_not_allowed', { path: 'subject.account_number', message });
      }
      const records = await readProposalRecords(tx, banks, bank.bankId, proposal, 'proposal.');
      if (records.findings[0] !== undefined) return fail(records.findings[0].error, { findings: records.findings });
      const checked = await checkAt(tx, bank, { rows, row, proposal, assumedLists: records.assumedLists }, now);
      if (checked.failure !== undefined) return ofProposal(checked.failure);
      const accountAt = async (of?: Proposal) => await readAccount(tx, bank, { rows, row, proposal: of }, now);
      const accounts = [await accountAt(), await accountAt(checked.proposal)] as const;
      const exids = rows.map(({ exid }) => exid);
      return ok(toInput(bank, accounts, exids));
    },
  };
}

/** Turns the paths of a fault in a proposal into paths in the request. */
function ofProposal<Name extends string>(failure: Failure<Name>): Failure<Name> {
  const { path, findings } = failure;
  const inRequest = (of: string) => `proposal.${of}`;
  return {
    ...failure,
    ...(path !== undefined && { path: inRequest(path) }),
    ...(findings !== undefined && { findings: findings.map((one) => ({ ...one, path: inRequest(one.path) })) }),
  };
}

const NOT_OF_PRODUCTS = ['cardSettings', 'restrictions', 'limits'] as const;

/** The decision at all accounts of a product. */
async function readOfProduct(
  banks: BankDirectory,
  { tx, bank, now }: DecisionContext,
  { subject: { product_code: productCode = '' } = {}, proposal = {} }: Pick<AnalyzeRule, 'subject' | 'proposal'>,
): ReturnType<DecisionReader['read']> {
  const invalid = (path: string, message: string) => fail('value_not_allowed', { path, message });
  if (banks.product(bank.bankId, productCode) === undefined) {
    return invalid('subject.product_code', 'is no product of the bank');
  }
  const excess = NOT_OF_PRODUCTS.find((member) => proposal[member] !== undefined);
  if (excess !== undefined) return invalid(`proposal.${excess}`, 'must be absent for a product: send program');
  if (proposal.program !== undefined && proposal.program.product_code !== productCode) {
    return invalid('proposal.program.product_code', 'must be the product of the subject');
  }
  const records = await readProposalRecords(tx, banks, bank.bankId, proposal, 'proposal.');
  if (records.findings[0] !== undefined) return fail(records.findings[0].error, { findings: records.findings });
  const { assumedLists } = records;
  const accounts = await readProduct(tx, bank, { productCode, proposal, assumedLists }, now);
  if ('failure' in accounts) return ofProposal(accounts.failure);
  return ok(toInput(bank, accounts));
}

async function readRows(
  tx: Tx,
  bankId: string,
  { account_number: accountNumber, card_identifier_id: exid }: NonNullable<AnalyzeRule['subject']>,
): Promise<FactsRow[] | 'account_not_found' | 'card_not_found'> {
  const card = exid === undefined ? undefined : await findByExid(tx, bankId, exid);
  if (exid !== undefined && card === undefined) return 'card_not_found';
  const accountId = accountNumber === undefined ? card?.account_id : await findAccountId(tx, bankId, accountNumber);
  if (accountId === undefined) return 'account_not_found';
  const rows = await readFactsOfCards(tx, bankId, accountId, card === undefined ? MAX_CARDS + 1 : 1_000_000);
  return card === undefined ? rows : rows.filter(({ card_id: cardId }) => cardId === card.card_id);
}

interface Rows {
  readonly rows: readonly FactsRow[];
  readonly row: FactsRow;
}

async function checkAt(
  tx: Tx,
  bank: Bank,
  {
    rows,
    row,
    proposal,
    assumedLists,
  }: Rows & { proposal: ProposedControl } & Pick<Parameters<typeof checkProposal>[1], 'assumedLists'>,
  now: Date,
) {
  const versions = await readProgramVersions(tx, bank.bankId, row.product_code);
  return checkProposal(proposal, {
    bank,
    cards: new Map(rows.map(({ card_id: cardId, exid }) => [cardId, exid])),
    tokens: await readNamedTokens(tx, bank.bankId, row.account_id, proposal),
    replay: toReplay(row, { productCode: row.product_code, versions }, now),
    ...{ now, assumedLists },
  });
}

/** The account with all its cards, at present or under a proposal. */
async function readAccount(
  tx: Tx,
  bank: Bank,
  { rows, row, proposal }: Rows & { readonly proposal: Proposal | undefined },
  now: Date,
): Promise<AnalyzedAccount> {
  const productCode = row.product_code;
  const versions = await readProgramVersions(tx, bank.bankId, productCode);
  const replay = toReplay(row, { productCode, versions }, now);
  for (const one of rows) replay.cards.set(one.card_id, cardFactsOf(one));
  if (proposal !== undefined) propose(replay, proposal, bank, now);
  return {
    bank: bankFactsOf(bank),
    account: { ...replay.account, exceptions: await openExceptionsOf(tx, bank.bankId, row, now) },
    cards: [...replay.cards.values()],
    sharedLimits: await readSharedLimits(tx, bank, productCode, replay.account, now),
  };
}
