import {
  addNote,
  backtestAccount,
  changeProgram,
  changeStatus,
  createAccount,
  createCard,
  createClient,
  deleteLimit,
  enquireBalance,
  enquireCard,
  enquireRestrictions,
  getSettings,
  listAccounts,
  listCards,
  listClients,
  listLimits,
  listNotes,
  listPrograms,
  listProgramsByNumber,
  listTransactions,
  postTransaction,
  readAccount,
  readClient,
  readEmbossing,
  readHistory,
  readLimit,
  readProgram,
  setLimit,
  setRestriction,
  updateSettings,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** Clients of the bank. */
export interface ClientCalls {
  /** Creates a client. */
  readonly create: CallMethod<typeof createClient>;
  /** Clients of the bank, newest first, or those that a text finds. */
  readonly list: PagedMethod<typeof listClients, 'items'>;
  /** One client. */
  readonly retrieve: CallMethod<typeof readClient, ['customer_id']>;
  /** Notes about one client, newest first. */
  readonly notes: PagedMethod<typeof listNotes, 'items', ['customer_id']>;
  /** Adds a note about one client. */
  readonly addNote: CallMethod<typeof addNote, ['customer_id']>;
}

export function makeClients({ one, paged }: MethodMaker): ClientCalls {
  return {
    create: one(createClient),
    list: paged(listClients, 'items'),
    retrieve: one(readClient, 'customer_id'),
    notes: paged(listNotes, 'items', 'customer_id'),
    addNote: one(addNote, 'customer_id'),
  };
}

/** Files for the card bureau. */
export interface EmbossingCalls {
  /** What waits to be embossed, and the last runs. */
  readonly retrieve: CallMethod<typeof readEmbossing>;
}

export function makeEmbossing({ one }: MethodMaker): EmbossingCalls {
  return { retrieve: one(readEmbossing) };
}

/** Accounts of clients. */
export interface AccountCalls {
  /** Creates an account. */
  readonly create: CallMethod<typeof createAccount>;
  /** Credits or debits an account. */
  readonly postTransaction: CallMethod<typeof postTransaction>;
  /** What is available, blocked, and both together. */
  readonly retrieveBalance: CallMethod<typeof enquireBalance>;
  /** What other settings would have decided on its past messages. */
  readonly backtest: CallMethod<typeof backtestAccount, ['account_number']>;
  /** Accounts of a client or of the bank, newest first. */
  readonly list: PagedMethod<typeof listAccounts, 'items'>;
  /** One account with its balances. */
  readonly retrieve: CallMethod<typeof readAccount, ['account_number']>;
  /** What was credited and debited, newest first. */
  readonly listTransactions: PagedMethod<typeof listTransactions, 'items', ['account_number']>;
  /** All that happened to an account, newest first. */
  readonly history: PagedMethod<typeof readHistory, 'items', ['account_number']>;
}

export function makeAccounts({ one, paged }: MethodMaker): AccountCalls {
  return {
    create: one(createAccount),
    postTransaction: one(postTransaction),
    retrieveBalance: one(enquireBalance),
    backtest: one(backtestAccount, 'account_number'),
    list: paged(listAccounts, 'items'),
    retrieve: one(readAccount, 'account_number'),
    listTransactions: paged(listTransactions, 'items', 'account_number'),
    history: paged(readHistory, 'items', 'account_number'),
  };
}

/** Cards of accounts. */
export interface CardCalls {
  /** Creates a card. */
  readonly create: CallMethod<typeof createCard>;
  /** One card, by its EXID or its masked number. */
  readonly retrieve: CallMethod<typeof enquireCard>;
  /** Blocks, unblocks, replaces or closes a card. */
  readonly updateStatus: CallMethod<typeof changeStatus>;
  /** Cards of a client, an account or the bank, newest first, or found by their last digits. */
  readonly list: PagedMethod<typeof listCards, 'items'>;
}

export function makeCards({ one, paged }: MethodMaker): CardCalls {
  return {
    create: one(createCard),
    retrieve: one(enquireCard),
    updateStatus: one(changeStatus),
    list: paged(listCards, 'items'),
  };
}

/** Switches and limits of a card. */
export interface CardSettingCalls {
  /** The settings in force. */
  readonly retrieve: CallMethod<typeof getSettings>;
  /** Changes those settings that are given. */
  readonly update: CallMethod<typeof updateSettings>;
}

export function makeCardSettings({ one }: MethodMaker): CardSettingCalls {
  return {
    retrieve: one(getSettings),
    update: one(updateSettings),
  };
}

/** What a card may not be used for. */
export interface RestrictionCalls {
  /** Allows or forbids one kind of use. */
  readonly set: CallMethod<typeof setRestriction>;
  /** The restrictions of a card, and how much is used. */
  readonly retrieve: CallMethod<typeof enquireRestrictions>;
}

export function makeRestrictions({ one }: MethodMaker): RestrictionCalls {
  return {
    set: one(setRestriction),
    retrieve: one(enquireRestrictions),
  };
}

/** Limits of a bank's own on accounts and cards. */
export interface LimitCalls {
  /** Sets a limit, or changes it. */
  readonly set: CallMethod<typeof setLimit>;
  /** The limits of an account and its cards, or of one card. */
  readonly list: CallMethod<typeof listLimits>;
  /** One limit, and what is used of it. */
  readonly retrieve: CallMethod<typeof readLimit, ['id']>;
  /** Ends a limit. */
  readonly delete: CallMethod<typeof deleteLimit, ['id']>;
}

export function makeLimits({ one }: MethodMaker): LimitCalls {
  return {
    set: one(setLimit),
    list: one(listLimits),
    retrieve: one(readLimit, 'id'),
    delete: one(deleteLimit, 'id'),
  };
}

/** Insurance programs of a card. */
export interface InsuranceCalls {
  /** Every program that a card holds or held. */
  readonly list: CallMethod<typeof listPrograms, ['card_identifier_id']>;
  /** One program of a card. */
  readonly retrieve: CallMethod<typeof readProgram, ['card_identifier_id', 'code']>;
  /** The same as `list`, with the card number in the body. */
  readonly listByCardNumber: CallMethod<typeof listProgramsByNumber>;
  /** Enrols, cancels or reinstates. */
  readonly update: CallMethod<typeof changeProgram, ['card_identifier_id', 'code']>;
}

export function makeInsurances({ one }: MethodMaker): InsuranceCalls {
  return {
    list: one(listPrograms, 'card_identifier_id'),
    retrieve: one(readProgram, 'card_identifier_id', 'code'),
    listByCardNumber: one(listProgramsByNumber),
    update: one(changeProgram, 'card_identifier_id', 'code'),
  };
}
