import type { Bank } from '../../../platform/kernel/bank.ts';
import type { PartnerOutcome, PartnerReply } from '../../../platform/kernel/partner-exchange.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { Pan, type Vault } from '../../../platform/vault/index.ts';
import { lockAccount } from '../../accounts/index.ts';
import { type BankDirectory, programAt, readProgramVersions } from '../../banks/index.ts';
import { type CardKey, type CardRow, readCard } from '../../cards/index.ts';
import { type Contact, readContact } from '../../clients/index.ts';
import { findLimits } from '../../limits/index.ts';
import { provisioningRulesAt, readEdition } from '../../rules/index.ts';
import { partnerOfPreview } from './partner-rule.ts';
import { countOfCard, findOnlyByExid, lockDevice, readCardTraits } from './provisioned-card-store.ts';
import {
  type ProvisioningFacts,
  type ProvisioningMessage,
  type ProvisioningPartnerFact,
  provisioningSettings,
} from './provisioning-facts.ts';
import { type LoadedLimits, loadProvisioningLimits } from './provisioning-limits.ts';

/** The card that a request names, and the bank of the number. */
export interface RequestedCard {
  /** Undefined if no bank has the number's BIN, or no card has the EXID. */
  readonly bank: Bank | undefined;
  readonly key: CardKey | undefined;
  /** The number in the form that may be stored; undefined for other texts. */
  readonly maskedNumber: string | undefined;
}

/** Finds the card of a full number or an EXID among the cards of the given banks. A masked number names no card. */
export async function findRequestedCard(
  tx: Tx,
  { banks, vault }: { readonly banks: BankDirectory; readonly vault: Vault },
  bankIds: readonly string[],
  card: string,
): Promise<RequestedCard> {
  const number = Pan.parse(card);
  // an EXID never has a valid check digit
  const byExid = number?.isLuhnValid ? undefined : await findOnlyByExid(tx, bankIds, card);
  if (byExid !== undefined) return { bank: banks.bank(byExid.bank_id), key: byExid, maskedNumber: undefined };
  if (number === undefined) return { bank: undefined, key: undefined, maskedNumber: undefined };
  const owner = banks.bankOfNumber(number.reveal().slice(0, 8));
  const bank = owner !== undefined && bankIds.includes(owner.bankId) ? owner : undefined;
  // other digits may be an EXID, which needs no mask
  const maskedNumber = number.isLuhnValid ? number.masked() : undefined;
  if (bank === undefined) return { bank, key: undefined, maskedNumber };
  const [key] = await vault.findByNumber(tx, [{ bankId: bank.bankId, mark: vault.lookup(number) }]);
  return { bank, key, maskedNumber };
}

/** The facts of a decision, and the records that its effects need. */
export interface LoadedCard {
  readonly facts: ProvisioningFacts;
  readonly bank: Bank;
  readonly card: CardRow;
  readonly contact: Contact;
  /** Undefined if no limit counts requests for tokens of the card. */
  readonly limits: LoadedLimits | undefined;
}

interface ProvisioningCard {
  /** Rules by bank. A decision reads the edition in force in its own transaction. */
  readonly cache: Parameters<typeof provisioningRulesAt>[0];
  readonly message: ProvisioningMessage;
  readonly now: Date;
  readonly isPreview?: boolean;
  /** The answer of the bank's own system, if it was called. */
  readonly partner?: PartnerOutcome<PartnerReply> | undefined;
}

/**
 * Reads the facts about a card. Locks its account and the device, in this order, unless nothing will be stored. The
 * statements that do not depend on each other are sent together: each awaited answer takes a turn of the event loop.
 */
export async function loadProvisioningFacts(
  tx: Tx,
  bank: Bank,
  key: CardKey,
  { cache, message, now, isPreview = false, partner }: ProvisioningCard,
): Promise<LoadedCard> {
  const { bankId } = bank;
  const deviceId = message.device?.id;
  const [account, , card, traits, counts, edition] = await Promise.all([
    isPreview ? undefined : lockAccount(tx, bankId, key.account_id),
    !isPreview && deviceId !== undefined && lockDevice(tx, bankId, deviceId, now),
    readCard(tx, bankId, key),
    readCardTraits(tx, bankId, key),
    countOfCard(tx, bankId, key, { deviceId, now }),
    readEdition(tx, bankId),
  ]);
  const { product_code: productCode } = card;
  const hasLimits = account?.has_limits ?? true;
  const [contact, versions, own] = await Promise.all([
    readContact(tx, bankId, card.client_id),
    readProgramVersions(tx, bankId, productCode),
    hasLimits ? findLimits(tx, bankId, key.account_id) : undefined,
  ]);
  const program = programAt(versions, now);
  const limits = await loadProvisioningLimits(tx, bank, { key, productCode, program, own, isPreview });
  const facts: ProvisioningFacts = {
    bank,
    limits: limits?.limits,
    settings: provisioningSettings(program?.provisioning),
    rules: await provisioningRulesAt(cache, tx, bankId, edition),
    partner: partnerFact(bank, isPreview, partner),
    card: {
      status: card.status,
      expiry: card.expiry,
      product: card.product_code,
      role: card.card_role,
      phoneMatches: phoneMatches(contact.mobile_phone, message.device?.number_last_digits),
      ...traits,
      ...counts,
    },
  };
  return { facts, bank, card, contact, limits };
}

function partnerFact(
  { decisionPartner }: Bank,
  isPreview: boolean,
  answered: PartnerOutcome<PartnerReply> | undefined,
): ProvisioningPartnerFact | undefined {
  const { standIn } = decisionPartner?.provisioning ?? {};
  if (standIn === undefined) return undefined;
  if (isPreview) return partnerOfPreview(standIn);
  return answered && { ...answered, standIn };
}

function phoneMatches(phone: string | null, lastDigits: string | undefined): boolean | undefined {
  if (phone === null || phone === '' || lastDigits === undefined) return undefined;
  return phone.replace(/\D/g, '').endsWith(lastDigits);
}
