import {
  type Decision,
  type DecisionOutcome,
  decide,
} from '@cardwright/server/internal/issuing/authorization/decision/decide';
import {
  type AccountFacts,
  type CardFacts,
  NO_TRAITS,
} from '@cardwright/server/internal/issuing/authorization/decision/facts';
import { RULE_VERSION } from '@cardwright/server/internal/issuing/authorization/decision/rules/index';
import type { ApprovalCodes } from '@cardwright/server/internal/issuing/authorization/index';
import {
  decodeEcommerce,
  encodeRefusal,
  encodeResponse,
  isSameRequest,
  messageKey,
} from '@cardwright/server/internal/issuing/authorization/message/ecommerce-message';
import type { BankDirectory } from '@cardwright/server/internal/issuing/banks/index';
import {
  NO_SETTINGS,
  readCounters,
  toCardSettings,
  writeCounters,
} from '@cardwright/server/internal/issuing/card-settings/index';
import type { Restrictions } from '@cardwright/server/internal/issuing/restrictions/index';
import type { FlatHandler } from '@cardwright/server/internal/platform/http/surfaces/flat-surface';
import type { Bank } from '@cardwright/server/internal/platform/kernel/bank';
import { currencyOf } from '@cardwright/server/internal/platform/kernel/money';
import type { Clock } from '@cardwright/server/internal/platform/kernel/time/clock';
import type { Database, Tx } from '@cardwright/server/internal/platform/storage/index';
import type { LookupMark, Vault } from '@cardwright/server/internal/platform/vault/index';
import { findEarlierUsual, insertUsual, type LockedCardRow, lockUsualCard, reserveUsual } from './usual-store.ts';

type DecodedRequest = ReturnType<typeof decodeEcommerce>;

const REPEATS_KNOWN_MS = 90 * 86_400_000;

/**
 * The baseline of the comparison: it makes the same decision the usual way, in one transaction for each message. The
 * message, the rules and the written rows are the same; only the batching is missing. It serves what the bench sends:
 * full numbers of existing cards.
 */
export function createUsualAuthorizer(deps: {
  database: Database;
  banks: BankDirectory;
  vault: Vault;
  codes: ApprovalCodes;
  clock: Clock;
}): FlatHandler {
  const { database, banks, vault, codes, clock } = deps;
  return {
    async authorize(request, caller) {
      const decoded = decodeEcommerce(request, banks.numberRanges);
      if (!('full' in decoded.cardNumber)) throw new Error('the bench sends full numbers only');
      const pan = decoded.cardNumber.full;
      const bank = banks.bankOfNumber(pan.reveal().slice(0, 8));
      if (bank === undefined) throw new Error('the bench sends cards of its own banks only');
      const mark = vault.lookup(pan);
      const now = clock.now();
      const usage = { bankId: bank.bankId, day: bank.calendar.localDate(now), count: 1 };
      const [approvalCode] = (await codes.take([usage])).flat();
      if (approvalCode === undefined) throw new Error('there are no approval codes left');
      const outcome = await database.transaction<DecisionOutcome>(async (tx) => {
        const locked = await lock(tx, bank, mark, decoded, now);
        const decision = decide({ bank, ...locked.facts, approvalCode }, decoded.message, now);
        await store(tx, { bank, decoded, locked, decision, sender: caller.sender, now });
        return { commit: true, result: decision };
      });
      return { text: encodeResponse(decoded.raw, outcome), bankId: bank.bankId, replayed: false };
    },
    refuse: (body, code, findings, now) => encodeRefusal(body, code, findings, now.toISOString().slice(0, 10)),
  };
}

async function lock(tx: Tx, { bankId }: Bank, mark: LookupMark, { message, raw }: DecodedRequest, now: Date) {
  const [row] = await tx.query<LockedCardRow>(lockUsualCard, [bankId, mark.version, mark.hash]);
  if (row === undefined) throw new Error('the bench sends known cards only');
  const key = messageKey(message, String(row.card_id));
  const since = new Date(now.getTime() - REPEATS_KNOWN_MS);
  const [earlier] = await tx.query<{ message: string }>(findEarlierUsual, [row.account_id, key, bankId, since]);
  if (earlier !== undefined && isSameRequest(JSON.parse(earlier.message), raw)) {
    throw new Error('the bench never repeats a message');
  }
  const facts = {
    matches: 1,
    card: toCardFacts(row),
    account: toAccountFacts(row),
    conflicts: earlier !== undefined,
  };
  return { row, key, facts };
}

interface ToStore {
  readonly bank: Bank;
  readonly decoded: DecodedRequest;
  readonly locked: Awaited<ReturnType<typeof lock>>;
  readonly decision: Decision;
  readonly sender: number;
  readonly now: Date;
}

async function store(tx: Tx, { bank, decoded, locked, decision, sender, now }: ToStore): Promise<void> {
  const { row, key } = locked;
  const { message, rawText } = decoded;
  const { after } = decision;
  if (after !== undefined) {
    await tx.query(reserveUsual, [row.account_id, decision.reserveMinor, writeCounters(after.counters)]);
  }
  await tx.query(insertUsual, [
    bank.bankId,
    row.account_id,
    key,
    now,
    message.retrievalReference,
    row.card_id,
    message.billingMinor,
    decision.reserveMinor,
    message.systemTrace,
    sender,
    decision.settlementDate,
    RULE_VERSION,
    after === undefined ? 'D' : 'A',
    message.acquirer,
    decision.actionCode,
    decision.approvalCode,
    decision.reason,
    rawText,
    JSON.stringify(decision.trace),
    row.sequence,
  ]);
}

function toCardFacts(row: LockedCardRow): CardFacts {
  return {
    cardId: row.card_id,
    status: row.status,
    expiry: row.expiry,
    sequenceNumber: row.sequence_number,
    earlier: undefined,
    restrictions: JSON.parse(row.restrictions) as Restrictions,
    traits: NO_TRAITS,
  };
}

function toAccountFacts(row: LockedCardRow): AccountFacts {
  const money = currencyOf(row.currency);
  return {
    accountId: row.account_id,
    currency: money,
    availableMinor: row.available_minor,
    fundsCheck: row.funds_check,
    settings: row.settings === null ? NO_SETTINGS : toCardSettings(JSON.parse(row.settings), money.exponent),
    counters: readCounters(row.counters),
  };
}
