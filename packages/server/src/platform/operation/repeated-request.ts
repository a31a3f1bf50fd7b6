import {
  type ErrorName,
  IDEMPOTENCY_KEY_HEADER,
  type JsonObject,
  type RestOperation,
  type Warning,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import { callerLog } from '../access/index.ts';
import type { Failure, Result } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import type { Tx } from '../storage/index.ts';
import type { RestAnswer, RestImplementation } from './define-operation.ts';
import { insertKey, readKey, tryLockKey } from './idempotency-key-store.ts';
import type { CallContext, RunnerDeps } from './runner-context.ts';

type Answer = Result<RestAnswer<unknown> & { warnings: Warning[] }, string>;

type Earlier =
  | { readonly kind: 'ANSWERED'; readonly answer: Answer; readonly requestId: string }
  | { readonly kind: 'REFUSED'; readonly error: ErrorName; readonly more: Omit<Failure<ErrorName>, 'ok' | 'error'> };

/** A request that is recognized by its key when it is repeated (docs/interface/repeats.md#idempotency-key). */
export interface RepeatedRequest {
  /**
   * Returns the result of an earlier request with the key. Undefined for the first request, which holds the key until
   * it ends.
   */
  find(tx: Tx): Promise<Earlier | undefined>;
  /** Stores the answer, in the transaction of the effects. */
  store(tx: Tx, answer: Answer): Promise<void>;
}

/** The context that a sealed answer is bound to. The rotation of keys uses it too. */
export const keyedAnswerContext = (owner: string, keyHash: Buffer) =>
  `${owner}/keyed-answer/${keyHash.toString('hex')}`;

/**
 * Returns undefined for a request without a key or an id of its own, and for operations that recognize repeats
 * themselves.
 */
export function repeatedRequest(
  vault: RunnerDeps['vault'],
  contract: RestOperation,
  { params, query, body, headers }: Parameters<RestImplementation['run']>[1],
  { caller, now, requestId }: CallContext,
): RepeatedRequest | undefined {
  const { repeatedBy } = contract;
  const key = repeatedBy === undefined ? headers[IDEMPOTENCY_KEY_HEADER] : (body as JsonObject)[repeatedBy];
  if ((contract.takesIdempotencyKey !== true && repeatedBy === undefined) || typeof key !== 'string') return undefined;
  const { contents } = vault;
  const owner = callerLog(caller);
  // hashed, because both are texts of the caller with any content
  const name = `idempotency-key:${JSON.stringify([caller.clientId, contract.id, key])}`;
  const content = writeCanonicalJson({ params, query, body, ifMatch: headers['if-match'] } as JsonObject);
  return {
    async find(tx) {
      await contents.settle(tx);
      const hashes = contents.hashes(name).map(({ hash }) => hash);
      const [isLocked, stored] = await Promise.all([tryLockKey(tx, hashes[0] as Buffer), readKey(tx, owner, hashes)]);
      // does not wait: a caller that repeats the request early would only hold a second connection
      if (!isLocked) return { kind: 'REFUSED', error: 'request_still_running', more: { retryAfterS: 1 } };
      if (stored === undefined) return undefined;
      if (!contents.isOf(stored, content))
        return {
          kind: 'REFUSED',
          error: repeatedBy === undefined ? 'idempotency_key_reused' : 'duplicate_message_id',
          more: {},
        };
      const sealed = { sealed: stored.sealed_answer, keyVersion: stored.key_version };
      return readStored(vault.open(keyedAnswerContext(owner, stored.key_hash), sealed));
    },
    async store(tx, answer) {
      const [{ hash: keyHash }] = contents.hashes(name);
      const sealed = vault.seal(keyedAnswerContext(owner, keyHash), encodeStored(answer, requestId));
      await insertKey(tx, owner, { keyHash, content: contents.hash(content), ...sealed, at: now });
    },
  };
}

function encodeStored(answer: Answer, requestId: string): string {
  return writeJson({ requestId, answer: answer as unknown as JsonObject });
}

/** The stored answer, marked as a repeated one. */
function readStored(text: string): Earlier {
  const { requestId, answer } = readStoredJson(text) as unknown as { requestId: string; answer: Answer };
  return {
    kind: 'ANSWERED',
    requestId,
    answer: answer.ok ? { ...answer, value: { ...answer.value, replayed: true } } : { ...answer, replayed: true },
  };
}
