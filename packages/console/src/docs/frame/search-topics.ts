import type { SearchEntry } from '../text/contents.ts';

interface Topic {
  /** The beginnings of words that people type for the topic. A search must contain all words of one phrase. */
  readonly phrases: readonly string[];
  readonly title: string;
  readonly text: string;
  readonly address: string;
}

/**
 * Topics that people search for under another name than the documents use, and topics that Cardwright leaves to other
 * systems.
 */
const TOPICS: readonly Topic[] = [
  {
    phrases: ['3ds', '3-d secure', '3d secure', 'acs', 'emv 3ds', 'sca', 'verified by visa'],
    title: '3-D Secure: not included',
    text: 'The access control server of the bank authenticates the cardholder. Cardwright decides on the authorization that follows.',
    address: '/guide/interface/authorization-message',
  },
  {
    phrases: ['dispute', 'chargeback', 'charge back', 'retrieval request'],
    title: 'Disputes and chargebacks: not included',
    text: 'The dispute system of the bank handles them. It reads the decision and its trace by the retrieval reference number.',
    address: '/guide/guides/why-declined',
  },
  {
    phrases: ['clearing', 'settlement', 'presentment'],
    title: 'Clearing and settlement: completions only',
    text: 'Cardwright completes and reverses reservations. The clearing files of a network belong to the processor.',
    address: '/guide/interface/reservations',
  },
  {
    phrases: ['pin', 'cvv', 'cvc', 'hsm', 'cryptogram'],
    title: 'PIN, CVV and cryptograms: not included',
    text: 'The processor verifies them before it sends the authorization message. Cardwright does not store them.',
    address: '/guide/interface/authorization-message',
  },
  {
    phrases: ['ledger', 'general ledger', 'accounting'],
    title: 'Ledger: not included',
    text: 'Accounts have balances for decisions. The core banking system keeps the books.',
    address: '/guide/interface/accounts',
  },
  {
    phrases: ['rate limit', 'throttle', 'throttling', '429', 'quota', 'too many requests'],
    title: 'Rate limits',
    text: 'Requests per minute of each caller, and the answer above the limit: error 204 with Retry-After.',
    address: '/guide/interface/callers#limits',
  },
  {
    phrases: ['idempotency', 'idempotent', 'retry', 'retries', 'replay', 'duplicate request'],
    title: 'Idempotency: repeated requests',
    text: 'Idempotency-Key, message ids, and what a repeated request returns.',
    address: '/guide/interface/repeats#idempotency-key',
  },
  {
    phrases: ['webhook sign', 'signature', 'hmac', 'verify webhook'],
    title: 'Verify the signature of a webhook',
    text: 'Headers, keys and code that verifies a delivery.',
    address: '/guide/guides/webhooks',
  },
  {
    phrases: ['authentication', 'authenticate', 'api key', 'oauth', 'bearer', 'access token', 'login'],
    title: 'Authentication: access tokens',
    text: 'OAuth 2.0 client credentials, client certificates and scopes.',
    address: '/guide/interface/callers#access-token',
  },
  {
    phrases: ['test card', 'test data', 'decline code', 'force decline', 'simulate decline', 'magic'],
    title: 'Test cards and forced declines',
    text: 'Cards of the sandbox, and a message for each decline.',
    address: '/guide/interface/sandbox#test-cards-and-forced-declines',
  },
  {
    phrases: ['stand-in', 'jit funding', 'just in time', 'webhook authorization', 'auth stream'],
    title: "The bank's own decision",
    text: "A bank's own system takes part in each authorization, with a stand-in for the time when it does not answer.",
    address: '/guide/interface/partner-decision',
  },
  {
    phrases: ['apple pay', 'google pay', 'wallet', 'tokenization'],
    title: 'Wallet tokens',
    text: 'Provision, suspend, resume and delete tokens, and notifications to the bank.',
    address: '/guide/interface/tokens',
  },
  {
    phrases: ['freeze', 'lock card', 'unfreeze', 'lost card', 'stolen card'],
    title: 'Block, replace or close a card',
    text: 'The status of a card and its changes.',
    address: '/guide/interface/cards#status',
  },
  {
    phrases: ['velocity', 'spend limit', 'spending limit', 'spending control'],
    title: 'Limits',
    text: 'Limits of a bank on accounts and cards, over calendar or sliding windows.',
    address: '/guide/interface/limits',
  },
  {
    phrases: ['pagination', 'cursor', 'paging', 'next page'],
    title: 'Lists and pages',
    text: 'How lists are split into pages, and the cursor of the next one.',
    address: '/guide/interface/requests#lists',
  },
];

/** Returns the topics of the typed text, before other results. */
export function findTopics(typed: string): SearchEntry[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isTyped = (phrase: string) =>
    typed.trim().length > 2 && phrase.split(' ').every((part) => words.some((word) => fits(word, part)));
  return TOPICS.filter(({ phrases }) => phrases.some(isTyped)).map(({ title, text, address }) => ({
    kind: 'topic',
    address,
    title,
    within: '',
    text,
  }));
}

/** Returns whether a word matches a part. A plural or an unfinished word matches too: `disputes`, `idem`. */
function fits(word: string, part: string): boolean {
  return word.startsWith(part) || (word.length > 3 && part.startsWith(word));
}
