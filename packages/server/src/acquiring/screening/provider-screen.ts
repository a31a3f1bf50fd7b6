import {
  anything,
  compile,
  firstCharacters,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  list,
  numberText,
  optional,
  parseJson,
  record,
  text,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import { maskCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import type { GuardedPost, HttpResponse, NoHttpResponse } from '../../platform/outbox/index.ts';
import type { Acquirer, ScreeningProvider } from '../acquirers/acquirer-directory.ts';
import type { HitCandidate, Screen, ScreenedMerchant, ScreeningOutcome } from './screen.ts';
import { valueFingerprint } from './value-fingerprint.ts';

const ANSWER_BYTES = 1024 * 1024;
const CONNECT_MS = 5_000;
const MAX_HITS = 50;
const MATCHED_LENGTH = 200;

const checkAnswer = compile(
  record({
    results: list(
      record({
        merchantId: text(25),
        hits: list(
          record({
            check: text(40),
            message: text(500),
            path: optional(text(200)),
            score: optional(anything()),
            matched: optional(anything()),
          }),
          { maxItems: MAX_HITS },
        ),
      }),
    ),
  }),
);

/** Sends a batch to an outside provider, once. The provider decides nothing: its hits are for the reviewer. */
export function providerScreen(
  { post }: Pick<GuardedPost, 'post'>,
  { acquirerId }: Pick<Acquirer, 'acquirerId'>,
  provider: ScreeningProvider,
): Screen {
  const { url, token, timeoutMs } = provider;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const limits = {
    connectMs: Math.min(CONNECT_MS, timeoutMs),
    headersMs: timeoutMs,
    bodyMs: timeoutMs,
    answerBytes: ANSWER_BYTES,
  };
  return async (batch) => {
    const body = writeJson({ merchants: batch.map(({ identity }) => identity) });
    const untilMs = performance.now() + timeoutMs;
    const answer = await post(`screening/${acquirerId}`, { url, headers, body, untilMs }, limits);
    const read = readAnswer(answer, batch);
    if ('problem' in read) return batch.map(({ merchantId }) => ({ merchantId, problem: read.problem }));
    return batch.map(({ merchantId }) => read.results.get(merchantId) ?? unsaid(merchantId));
  };
}

function unsaid(merchantId: string): ScreeningOutcome {
  return { merchantId, problem: 'the screening provider gave no result for this merchant' };
}

interface ProviderHit {
  readonly check: string;
  readonly message: string;
  readonly path?: string;
  readonly score?: JsonValue;
  readonly matched?: JsonValue;
}

type Read = { readonly results: ReadonlyMap<string, ScreeningOutcome> } | { readonly problem: string };

function readAnswer(answer: HttpResponse | NoHttpResponse, batch: readonly ScreenedMerchant[]): Read {
  if (answer.kind === 'unanswered') return problem(answer.reason);
  const { status, text: body, incomplete } = answer;
  if (status < 200 || status > 299) return problem(`HTTP ${status}`);
  if (incomplete === 'TOO_LONG') return problem(`the response is longer than ${ANSWER_BYTES} bytes`);
  if (incomplete !== undefined) return problem('the response did not end in time');
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return problem('the response is not a JSON object');
  const { value, findings } = checkAnswer(parsed.value, '');
  if (findings[0] !== undefined) return problem(`the answer's ${findings[0].path} ${findings[0].message}`);
  return readResults(value.results, batch);
}

/**
 * Reads the results. Refuses the whole answer if it names an unknown merchant or one merchant twice, because such an
 * answer is not reliable.
 */
function readResults(
  responses: readonly { merchantId: string; hits: ProviderHit[] }[],
  batch: readonly ScreenedMerchant[],
): Read {
  const identities = new Map(batch.map(({ merchantId, identity }) => [merchantId, identity]));
  const results = new Map<string, ScreeningOutcome>();
  for (const { merchantId, hits } of responses) {
    const identity = identities.get(merchantId);
    if (identity === undefined) return problem('the response contains a merchant that was not requested');
    if (results.has(merchantId)) return problem('the response has two results for one merchant');
    results.set(merchantId, { merchantId, hits: hits.map((hit) => cleanHit(hit, identity)) });
  }
  return { results };
}

/** Keeps only the defined members and masks card numbers, because hits are stored and shown. */
function cleanHit({ check, message, path, score, matched }: ProviderHit, identity: JsonObject): HitCandidate {
  const compared = path === undefined ? undefined : comparedAt(identity, path);
  return {
    check: maskCardNumbers(check),
    message: maskCardNumbers(message),
    ...(path !== undefined && { path: maskCardNumbers(path) }),
    score: scoreFrom(score),
    matched: typeof matched === 'string' ? firstCharacters(maskCardNumbers(matched), MATCHED_LENGTH) : null,
    ...(compared !== undefined && { compared }),
  };
}

/**
 * Fingerprints the whole sent field or entry, because a provider may use all parts of an address to identify a person.
 */
function comparedAt(identity: JsonObject, path: string): string | undefined {
  const [, field = '', index] = /^([^.[]*)(?:\[(\d{1,5})\])?/.exec(path) ?? [];
  const submitted = Object.hasOwn(identity, field) ? identity[field] : undefined;
  const value = Array.isArray(submitted) && index !== undefined ? submitted[Number(index)] : submitted;
  return value === undefined ? undefined : valueFingerprint(writeCanonicalJson(value));
}

/** Returns null for a score that is not from 0 to 1, because a wrong score would mislead the reviewer. */
function scoreFrom(rawScore: JsonValue | undefined): number | null {
  const score = Number((rawScore === undefined ? undefined : numberText(rawScore)) ?? Number.NaN);
  return score >= 0 && score <= 1 ? Math.floor(score * 100 + 1e-9) / 100 : null;
}

function problem(reason: string): { problem: string } {
  return { problem: firstCharacters(`the screening provider: ${maskCardNumbers(reason)}`, 300) };
}
