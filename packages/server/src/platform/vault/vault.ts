import type { KeyObject } from 'node:crypto';
import type { Tx } from '../storage/index.ts';
import type { VisibleDigits } from './card-number.ts';
import type { Contents } from './content-hash.ts';
import type { LookupMark, RequestedNumber } from './find-by-number.ts';
import type { KeyRing } from './key-ring.ts';
import type { Pan, RandomDigits } from './pan.ts';
import type { NewVaultRow, VaultRow } from './vault-store.ts';

/**
 * A sealed text with the version of the data key that opens it. Rows store both, because a rotation searches by
 * version.
 */
export interface SealedText {
  readonly sealed: Buffer;
  readonly keyVersion: number;
}

/** A value sealed by the master key itself, with the master version. */
interface SealedByMaster {
  readonly sealed: Buffer;
  readonly masterVersion: number;
}

export interface StoredCard {
  readonly cardId: bigint;
  readonly accountId: bigint;
  readonly expiry: string;
}

export interface VaultOptions {
  /** The source of the digits of new numbers. */
  readonly randomDigits?: RandomDigits;
}

/** Seals card numbers and secret texts under the newest data key, and finds card numbers by a keyed hash. */
export interface Vault {
  /** Returns the number with the keyed hash that finds its card. The hash changes when the lookup key is rotated. */
  lookup(pan: Pan): LookupMark;
  /** Keyed hashes of a number that identify repeated messages, under all content keys, the one for new rows first. */
  cardMarks(pan: Pan): readonly Buffer[];
  /** Recognizes repeated requests. */
  readonly contents: Contents;
  /** Generates a number of `length` digits for a new card: a BIN and random digits. It may be in use already. */
  newNumber(bin: string, length: number): Pan;
  /** Stores a number in the caller's transaction. Returns false if the bank already has it. */
  store(tx: Tx, bankId: string, card: StoredCard, pan: Pan): Promise<boolean>;
  /** The row that `store` would write. */
  sealNumber(bankId: string, card: StoredCard, pan: Pan): NewVaultRow;
  /** Finds the cards of full numbers; `position` counts the requested ones from 1. */
  findByNumber(tx: Tx, requested: readonly RequestedNumber[]): Promise<(VaultRow & { position: number })[]>;
  /**
   * Finds cards of the bank whose number has these visible digits. Digits that no column contains are compared after
   * decryption.
   */
  findVisible(tx: Tx, bankId: string, visible: VisibleDigits): Promise<{ card_id: bigint; account_id: bigint }[]>;
  /**
   * Returns the full numbers of cards, for the card bureau's file and for the commitment to the number in the proof of
   * a decision. Every call must be audited.
   */
  reveal(tx: Tx, bankId: string, cardIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Pan>>;
  /** Permanently deletes the numbers of these cards. */
  deleteNumbers(tx: Tx, bankId: string, cardIds: readonly bigint[]): Promise<void>;
  /**
   * Seals a text. The context identifies its owner and begins with the bank. The text cannot be opened under another
   * one.
   */
  seal(context: string, text: string): SealedText;
  /** Throws for another context, or if a single bit was changed. */
  open(context: string, sealed: SealedText): string;
  /**
   * Seals values that are needed to open the data keys, under the active master key, which stays active until the
   * transaction ends.
   */
  sealByMaster(tx: Tx, context: string, plain: Buffer): Promise<SealedByMaster>;
  openByMaster(context: string, sealed: SealedByMaster): Buffer;
  /** A keyed hash under the newest data key or the supplied version. All versions stay available for this. */
  mac(domain: string, bytes: Buffer, keyVersion?: number): { mac: Buffer; keyVersion: number };
  /** The key of `mac` for a domain, to hash on another thread. It opens nothing that is sealed. */
  macKey(domain: string, keyVersion: number): KeyObject;
  /** The keys, for key management. */
  readonly ring: KeyRing;
}
