import { previewAuthorization } from '@cardwright/contract';
import type { Bank, BankDecisionPartner } from '../../../platform/kernel/bank.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { CardNumber, Vault } from '../../../platform/vault/index.ts';
import { type BankDirectory, readProgramVersions } from '../../banks/index.ts';
import { allLimits, evaluateFirstAtMerchant, listsOfLimits, NO_LIMITS } from '../../limits/index.ts';
import { createListCache, listsAt } from '../../merchant-lists/index.ts';
import {
  bankRulesAt,
  createRuleCache,
  type RuleInSet,
  readEdition,
  usesFirst,
  withProposedRules,
} from '../../rules/index.ts';
import { requestCards } from '../batch/find-cards.ts';
import { timeOfRepeats } from '../batch/load-facts.ts';
import { loadPaidMerchants } from '../batch/paid-merchant-store.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import type { CardReference } from '../decision/card-reference.ts';
import { type Decision, decide } from '../decision/decide.ts';
import type {
  AccountFacts,
  AuthorizationFacts,
  AuthorizationMessage,
  PartnerFact,
  TokenFact,
} from '../decision/facts.ts';
import { tokenOf } from '../decision/message-facts.ts';
import { PARTNER_OF_PREVIEW } from '../decision/rules/partner.ts';
import { explainTrace } from '../decision/trace.ts';
import { checkProposal, type ProposedControl } from '../history/proposal.ts';
import type { Proposal } from '../history/proposed.ts';
import { readProposalRecords } from '../history/read-proposed.ts';
import { propose } from '../history/replay.ts';
import { bankOfNumber, requestedCard } from '../lanes/authorize-ecommerce.ts';
import { accountColumns } from '../message/account-columns.ts';
import type { RawMessage } from '../message/authorization-request.ts';
import { decodeEcommerce, isSameRequest, messageKey } from '../message/ecommerce-message.ts';
import { type EarlierRow, loadEarlier } from '../records/authorization-store.ts';
import { loadEarlyReversals } from '../records/early-reversal-store.ts';
import { loadPayingTokens, readNamedTokens } from '../records/paying-token-store.ts';
import type { ControlHistory } from './decision-explanation.ts';
import { explainPreview } from './explain-preview.ts';
import { openExceptionsOf, readSharedLimits, toReplay } from './present-account.ts';
import { type FactsRow, findPartnerFact, readFacts } from './preview-store.ts';

/** A preview uses no approval code, so it offers none. */
const NO_CODE = '';

/**
 * Previews the decision on a message (docs/interface/decision.md#what-if), on the present account or under other
 * settings. Only for banks: a network could try amounts until it knows a cardholder's balance, and no authorization
 * would show it.
 */
export function previewAuthorizationOperation(banks: BankDirectory, vault: Vault) {
  const cache = { ownRules: createRuleCache(), lists: createListCache() };
  return implementRest(previewAuthorization, async ({ tx, caller, now, audit }, { query, body }) => {
    const issuer = caller.bankId === undefined ? undefined : banks.bank(caller.bankId);
    if (issuer === undefined) return fail('wrong_bank', { message: 'A preview is for the bank of the card' });
    const { message, raw, cardNumber } = decodeEcommerce(body.message, banks.numberRanges);
    const bank = bankOfNumber(banks, cardNumber)?.bankId === issuer.bankId ? issuer : undefined;
    const references = bank === undefined ? [] : await findCards(tx, vault, bank, { cardNumber, message });
    const card = references.length === 1 ? references[0] : undefined;
    const row = card === undefined ? undefined : await readFacts(tx, issuer.bankId, card);
    const earlier = card === undefined ? undefined : await findEarlier(tx, issuer.bankId, card, message, now);
    const records = await readProposalRecords(tx, banks, issuer.bankId, body);
    if (records.findings[0] !== undefined) return fail(records.findings[0].error, { findings: records.findings });
    const base = { bank: bankFactsOf(bank), matches: references.length, conflicts: false, approvalCode: NO_CODE };
    let facts: AuthorizationFacts = { ...base, card: undefined, account: undefined };
    if (row !== undefined) {
      const { product_code: productCode } = row;
      const versions = await readProgramVersions(tx, issuer.bankId, productCode);
      const replay = toReplay(row, { productCode, versions }, now);
      const check = checkProposal(body, {
        bank: issuer,
        cards: new Map([[row.card_id, row.exid]]),
        tokens: await readNamedTokens(tx, issuer.bankId, row.account_id, body),
        ...{ replay, now, assumedLists: records.assumedLists },
      });
      if (check.failure !== undefined) return check.failure;
      propose(replay, check.proposal, issuer, now);
      const conflicts = earlier !== undefined && !isSame(earlier, raw);
      const input = { tx, bank: issuer, productCode, now, card: row, message };
      const ofBank = await readOfBank(cache, input, replay.account, records.rules);
      facts = {
        ...{ ...base, ...ofBank, conflicts, token: tokenUnder(check.proposal, ofBank.token) },
        card: replay.cards.get(row.card_id),
        account: { ...replay.account, exceptions: await openExceptionsOf(tx, issuer.bankId, row, now) },
      };
    }
    const isRepeat = earlier !== undefined && isSame(earlier, raw);
    const decision = decideWithoutCall(facts, message, now, {
      partner: issuer.decisionPartner,
      verdict: isRepeat ? await findPartnerFact(tx, issuer.bankId, earlier) : undefined,
    });
    audit(issuer.bankId, row === undefined ? 'card:none' : `card:${row.exid}`, 'previewed', { rule: decision.reason });
    const trace = explainTrace(decision.trace, decision.actionCode === '00');
    const { explain: language } = query;
    const history = row === undefined || isProposing(body) ? undefined : pastOf(issuer.bankId, row, message);
    const preview = { decision, trace, request: { message, raw }, facts, now };
    const explanation =
      language === undefined
        ? undefined
        : await explainPreview(issuer.bankId, { tx, language, history, body }, preview);
    return ok({
      body: {
        action_code: decision.actionCode,
        rule: decision.reason,
        rule_version: decision.ruleVersion,
        decided_at: now.toISOString(),
        settlement_date: decision.settlementDate,
        card_identifier_id: row?.exid ?? null,
        account_number: row?.account_number ?? null,
        already_decided: isRepeat,
        trace,
        ...(explanation !== undefined && { explanation }),
      },
    });
  });
}

/**
 * Decides without calling the bank's own system. Uses its stored answer if the message is a repeat, and reports
 * `WOULD_BE_ASKED` if live traffic would call it.
 */
function decideWithoutCall(
  facts: AuthorizationFacts,
  message: AuthorizationMessage,
  now: Date,
  { partner, verdict }: { partner: BankDecisionPartner | undefined; verdict: PartnerFact | undefined },
): Decision {
  if (verdict !== undefined) return decide({ ...facts, partner: verdict }, message, now);
  const decision = decide(facts, message, now);
  const isAsked = partner !== undefined && (decision.actionCode === '00' || partner.callPolicy === 'always');
  return isAsked ? decide({ ...facts, partner: PARTNER_OF_PREVIEW }, message, now) : decision;
}

async function findCards(
  tx: Tx,
  vault: Vault,
  bank: Bank,
  { cardNumber, message }: { readonly cardNumber: CardNumber; readonly message: AuthorizationMessage },
): Promise<CardReference[]> {
  const [cards = []] = await requestCards(tx, vault, [requestedCard(vault, bank, cardNumber, message.expiry)]);
  return cards;
}

async function findEarlier(
  tx: Tx,
  bankId: string,
  card: CardReference,
  message: AuthorizationMessage,
  now: Date,
): Promise<EarlierRow | undefined> {
  const key = messageKey(message, String(card.cardId));
  const { since, until } = timeOfRepeats(now);
  const place = accountColumns([{ bankId, accountId: card.accountId }]);
  const rows = await tx.query<EarlierRow>(loadEarlier, [...place, [key], since, until]);
  return rows[0];
}

interface PreviewInput {
  readonly tx: Tx;
  readonly bank: Bank;
  readonly productCode: string;
  readonly now: Date;
  readonly card: Pick<FactsRow, 'account_id' | 'card_id'>;
  readonly message: AuthorizationMessage;
}

/** Reads the bank's present rules and lists. Locks nothing. */
async function readOfBank(
  cache: Parameters<typeof bankRulesAt>[0],
  input: PreviewInput,
  account: AccountFacts,
  proposedRules: readonly RuleInSet[],
): Promise<
  Pick<AuthorizationFacts, 'ownRules' | 'lists' | 'sharedLimits' | 'paidMerchants' | 'reversedBefore' | 'token'>
> {
  const { tx, bank, card, message, now } = input;
  const { bankId } = bank;
  const edition = await readEdition(tx, bankId);
  const present = await bankRulesAt(cache, tx, bankId, edition);
  const sharedLimits = await readSharedLimits(tx, bank, input.productCode, account, now);
  const limits = [...allLimits(account.limits ?? NO_LIMITS), ...(sharedLimits?.limits ?? [])];
  const lists = await listsAt(cache.lists, tx, bankId, listsOfLimits(limits), edition);
  const ownRules = withProposedRules(present, proposedRules);
  const isAsked = evaluateFirstAtMerchant(limits) || (ownRules !== undefined && usesFirst(ownRules));
  const question = { bankId, accountId: card.account_id, card: { cardId: card.card_id }, request: { message } };
  const paidMerchants = await loadPaidMerchants(tx, isAsked ? [question] : [], undefined);
  const key = messageKey(message, String(card.card_id));
  const reversals = await loadEarlyReversals(tx, [{ bankId, key, request: { sender: undefined, message } }], now);
  const tokens = await loadPayingTokens(tx, [{ ...question, key }]);
  return { ownRules, lists, sharedLimits, paidMerchants, reversedBefore: reversals.get(key), token: tokens.get(key) };
}

/** The token that pays, with the controls that are proposed for it. */
function tokenUnder({ tokens = [] }: Proposal, token: TokenFact | undefined): TokenFact | undefined {
  const reference = token?.reference.toLowerCase();
  const proposed = tokens.find(({ tokenReference }) => tokenReference === reference);
  return token === undefined || proposed === undefined ? token : { ...token, controls: proposed.controls };
}

/** Whether the request proposes settings. A proposed setting has no author and no time. */
function isProposing(proposed: ProposedControl): boolean {
  const { cardSettings, restrictions, limits, tokenControls, rules, program } = proposed;
  return [cardSettings, restrictions, limits, tokenControls, rules, program].some((part) => part !== undefined);
}

function pastOf(
  bankId: string,
  { account_id: accountId, card_id: cardId, sequence }: FactsRow,
  message: AuthorizationMessage,
): ControlHistory {
  return { bankId, accountId, cardId, before: sequence, tokenReference: tokenOf(message) };
}

function isSame(earlier: EarlierRow, raw: RawMessage): boolean {
  return isSameRequest(readStoredJson(earlier.message), raw);
}
