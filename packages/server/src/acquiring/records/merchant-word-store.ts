import { statement, type Tx } from '../../platform/storage/index.ts';
import { searchWords } from './merchant-words.ts';

/** The maximum number of merchants that a search finds. A longer list is not useful, and another letter finds fewer. */
const MAX_RESULTS = 1_000;
/** Sorts after every character with which a word can continue. */
const LAST = '\u{10FFFF}';

interface SearchWords {
  readonly merchantId: string;
  /** The result of `wordsOfMerchant`. */
  readonly words: string;
}

const deleteWords = statement(
  'merchants.delete-words',
  'delete from merchant_words where acquirer_id = $1 and merchant_id = any($2)',
);
const insertWords = statement(
  'merchants.write-words',
  `insert into merchant_words (acquirer_id, merchant_id, word)
   select $1, w.merchant_id, word
     from unnest($2::text[], $3::text[]) as w (merchant_id, words)
    cross join lateral unnest(string_to_array(w.words, ' ')) as word`,
);

/** Makes merchants findable by their current names. Removes the earlier words of those in `earlierWords`. */
export async function writeWords(
  tx: Tx,
  acquirerId: string,
  merchants: readonly SearchWords[],
  earlierWords: readonly string[],
): Promise<void> {
  if (earlierWords.length > 0) await tx.query(deleteWords, [acquirerId, earlierWords]);
  const ids = merchants.map(({ merchantId }) => merchantId);
  await tx.query(insertWords, [acquirerId, ids, merchants.map(({ words }) => words)]);
}

const selectByWords = statement(
  'merchants.find-by-words',
  `select distinct w.merchant_id from merchant_words w
    where w.acquirer_id = $1 and w.word >= $2 and w.word < $2 || $4::text
      and not exists (select from unnest($3::text[]) as more (word)
                       where not exists (select from merchant_words o
                                          where o.acquirer_id = $1 and o.merchant_id = w.merchant_id
                                            and o.word >= more.word and o.word < more.word || $4::text))
    limit $5`,
);

/**
 * Finds merchants whose names or ids have words that begin like all words of the text. A text without words finds none.
 */
export async function findByWords(tx: Tx, acquirerId: string, text: string): Promise<readonly string[]> {
  // The longest word matches the fewest merchants.
  const [first, ...more] = searchWords(text).toSorted((one, other) => other.length - one.length);
  if (first === undefined) return [];
  const rows = await tx.query<{ merchant_id: string }>(selectByWords, [acquirerId, first, more, LAST, MAX_RESULTS]);
  return rows.map(({ merchant_id }) => merchant_id);
}
