import {
  activateToken,
  authorizeEcommerce,
  cancelBacktest,
  completeAuthorization,
  deactivateToken,
  deleteToken,
  issueActivationCode,
  listAuthorizations,
  listBacktests,
  listDifferences,
  listNotifications,
  listTokens,
  previewAuthorization,
  provisionToken,
  readActivation,
  readAuthorization,
  readBacktest,
  readPartner,
  readStatistics,
  readToken,
  receiveTokenNotification,
  resumeToken,
  reverseAuthorization,
  startBacktest,
  suspendToken,
} from '@cardwright/contract';
import type { CallMethod, MethodMaker, PagedMethod } from './call-method.ts';

/** Messages of a card network, and their decisions. */
export interface AuthorizationCalls {
  /** Sends a message. A declined one is an answer, not an error: see `Action_Code`. */
  readonly ecommerce: CallMethod<typeof authorizeEcommerce>;
  /** How a message would be decided, changing nothing. */
  readonly preview: CallMethod<typeof previewAuthorization>;
  /** A decision with every rule that was asked. */
  readonly retrieve: CallMethod<typeof readAuthorization, ['Retrieval_Reference_Number']>;
  /** Gives back what is reserved, whole or in part. */
  readonly reverse: CallMethod<typeof reverseAuthorization, ['Retrieval_Reference_Number']>;
  /** Debits the final amount. */
  readonly complete: CallMethod<typeof completeAuthorization, ['Retrieval_Reference_Number']>;
  /** Decisions of the bank, an account or a card, newest first. */
  readonly list: PagedMethod<typeof listAuthorizations, 'items'>;
  /** Decisions counted by hour or day, newest first. */
  readonly statistics: PagedMethod<typeof readStatistics, 'items'>;
  /** How the bank's own system fares that is asked about them. */
  readonly partner: CallMethod<typeof readPartner>;
}

export function makeAuthorizations({ one, paged }: MethodMaker): AuthorizationCalls {
  return {
    ecommerce: one(authorizeEcommerce),
    preview: one(previewAuthorization),
    retrieve: one(readAuthorization, 'Retrieval_Reference_Number'),
    reverse: one(reverseAuthorization, 'Retrieval_Reference_Number'),
    complete: one(completeAuthorization, 'Retrieval_Reference_Number'),
    list: paged(listAuthorizations, 'items'),
    statistics: paged(readStatistics, 'items'),
    partner: one(readPartner),
  };
}

/** What other settings would have decided on the past messages of the whole bank. */
export interface BacktestCalls {
  /** Starts a backtest, which goes on in the background. */
  readonly start: CallMethod<typeof startBacktest>;
  /** Those of the bank, newest first, without their results. */
  readonly list: PagedMethod<typeof listBacktests, 'items'>;
  /** How far it is, and its result. */
  readonly retrieve: CallMethod<typeof readBacktest, ['backtest_id']>;
  /** Decisions that would have been different, newest first. */
  readonly listDifferences: PagedMethod<typeof listDifferences, 'items', ['backtest_id']>;
  /** Ends one that waits or runs. */
  readonly cancel: CallMethod<typeof cancelBacktest, ['backtest_id']>;
}

export function makeBacktests({ one, paged }: MethodMaker): BacktestCalls {
  return {
    start: one(startBacktest),
    list: paged(listBacktests, 'items'),
    retrieve: one(readBacktest, 'backtest_id'),
    listDifferences: paged(listDifferences, 'items', 'backtest_id'),
    cancel: one(cancelBacktest, 'backtest_id'),
  };
}

/** Tokens of cards in wallets. */
export interface TokenCalls {
  /** Makes a token of a card. */
  readonly provision: CallMethod<typeof provisionToken>;
  /** Tokens of a card or of the bank, newest first. */
  readonly list: PagedMethod<typeof listTokens, 'tokens'>;
  /** One token with its history. */
  readonly retrieve: CallMethod<typeof readToken, ['token_reference']>;
  /** Sends the cardholder a code. */
  readonly issueActivationCode: CallMethod<typeof issueActivationCode, ['token_reference']>;
  /** Activates a token with its code. */
  readonly activate: CallMethod<typeof activateToken, ['token_reference']>;
  /** Stops a token for a while. */
  readonly suspend: CallMethod<typeof suspendToken, ['token_reference']>;
  /** Ends a suspension. */
  readonly resume: CallMethod<typeof resumeToken, ['token_reference']>;
  /** Stops a token until it is activated again. */
  readonly deactivate: CallMethod<typeof deactivateToken, ['token_reference']>;
  /** Ends a token for good. */
  readonly delete: CallMethod<typeof deleteToken, ['token_reference']>;
}

export function makeTokens({ one, paged }: MethodMaker): TokenCalls {
  return {
    provision: one(provisionToken),
    list: paged(listTokens, 'tokens'),
    retrieve: one(readToken, 'token_reference'),
    issueActivationCode: one(issueActivationCode, 'token_reference'),
    activate: one(activateToken, 'token_reference'),
    suspend: one(suspendToken, 'token_reference'),
    resume: one(resumeToken, 'token_reference'),
    deactivate: one(deactivateToken, 'token_reference'),
    delete: one(deleteToken, 'token_reference'),
  };
}

/** Token notifications that a bank receives. */
export interface TokenNotificationCalls {
  /** Sends one to the bank, as its sender does with an access token. */
  readonly send: CallMethod<typeof receiveTokenNotification>;
  /** What was received, newest first. */
  readonly list: PagedMethod<typeof listNotifications, 'notifications'>;
  /** The activation code of one, and the text that tells it: once, while the code is valid. */
  readonly retrieveActivation: CallMethod<typeof readActivation, ['id']>;
}

export function makeTokenNotifications({ one, paged }: MethodMaker): TokenNotificationCalls {
  return {
    send: one(receiveTokenNotification),
    list: paged(listNotifications, 'notifications'),
    retrieveActivation: one(readActivation, 'id'),
  };
}
