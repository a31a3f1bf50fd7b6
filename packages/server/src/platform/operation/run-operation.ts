import {
  type Finding,
  type JsonObject,
  pickSchemaMembers,
  type RequestHeader,
  replaceTexts,
  type Warning,
  writeCanonicalJson,
  writeJson,
} from '@cardwright/contract';
import type { Bank } from '../kernel/bank.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { redactNetworkNumbers } from '../kernel/text/masked-text.ts';
import type { Tx } from '../storage/index.ts';
import type { ContentHash } from '../vault/index.ts';
import type { EnvelopeImplementation, OperationContext } from './define-operation.ts';
import { claimMessage, readClaim, storeClaimAnswer } from './message-claim-store.ts';
import { type CallContext, createContext, type RunnerDeps } from './runner-context.ts';

export interface EnvelopeAnswer {
  readonly body: JsonObject;
  readonly warnings: Warning[];
  readonly replayed: boolean;
  /** `data` of exception_details, for operations that have it. */
  readonly detail?: string;
}

/**
 * Runs an envelope operation in one transaction: the claim of the message id, the effect, audit rows and the stored
 * answer are committed together or not at all. A repeated request gets the stored answer; other content under its id is
 * a `duplicate_message_id`.
 */
export async function runEnvelope(
  deps: RunnerDeps,
  operation: EnvelopeImplementation,
  bank: Bank,
  request: { header: RequestHeader; body: JsonObject },
  callContext: CallContext,
): Promise<Result<EnvelopeAnswer, string>> {
  let reads: readonly string[] = [];
  const answered = await deps.database.transaction<Result<EnvelopeAnswer, string>>(async (tx) => {
    const { header, body } = request;
    const id = { srcApplication: header.src_application, msgId: header.msg_id };
    const { changes } = operation.contract;
    const {
      context,
      trail,
      warnings,
      reads: newReads,
    } = createContext(deps, tx, operation.contract.id, callContext, body);
    if (changes) {
      const content = writeCanonicalJson(withoutTimestamp(header, body));
      const hash = deps.vault.contents.hash(content);
      const claimed = await claimMessage(tx, bank.bankId, id, operation.contract.id, hash, callContext.now);
      if (!claimed) {
        const isSame = (stored: ContentHash) => deps.vault.contents.isOf(stored, content);
        const result = await replay(tx, bank, id, operation, isSame);
        // a repeated request gets the stored answer
        context.audit(bank.bankId, `message:${id.srcApplication}/${id.msgId}`, 'replayed');
        const last = result.ok ? await trail.writeLast(tx, callContext.now) : undefined;
        return { commit: result.ok, result, last };
      }
    }
    const clean = withoutCardNumbers(deps, operation, body, context);
    const result = await operation.run({ ...context, bank }, clean as Record<string, unknown>);
    if (!result.ok) return { commit: false, result };
    const responseBody = pickSchemaMembers(operation.contract.responseBody, result.value as JsonObject) as JsonObject;
    const { detail } = result;
    const answer = { body: responseBody, warnings, ...(detail !== undefined && { detail }) };
    if (changes)
      await storeClaimAnswer(
        tx,
        bank.bankId,
        id,
        writeJson({ ...answer, warnings: answer.warnings.map((warning) => ({ ...warning })) }),
      );
    const last = await trail.writeLast(tx, callContext.now);
    reads = newReads;
    return { commit: true, result: ok({ ...answer, replayed: false }), last };
  }, callContext.signal);
  deps.repeatedReads?.add(reads);
  return answered;
}

/** Finds further faults of a body that its schema refused. Everything that the operation writes is rolled back. */
export async function examineEnvelope(
  deps: Pick<RunnerDeps, 'database'>,
  operation: EnvelopeImplementation,
  bank: Bank,
  body: unknown,
  now: Date,
): Promise<readonly Finding[]> {
  if (operation.examine === undefined) return [];
  const examine = operation.examine;
  return await deps.database.transaction(async (tx) => ({
    commit: false,
    result: await examine({ tx, bank, now }, body),
  }));
}

/** Custom fields are free texts of the bank, so a number of any card network in them is a card number. */
const CUSTOM_FIELD = /\.custom_fields\[\d+\]\./;

/**
 * Masks card numbers in fields that must not contain them, with a warning, because such a value would be stored
 * unencrypted. In most fields, only the BINs of this server's banks distinguish a card number from another long number.
 */
function withoutCardNumbers(
  { maskCardNumbers }: RunnerDeps,
  { contract }: EnvelopeImplementation,
  body: JsonObject,
  { warn }: OperationContext,
): JsonObject {
  const mask = (text: string, path: string) => {
    const own = maskCardNumbers(text);
    const masked = CUSTOM_FIELD.test(path) ? redactNetworkNumbers(own) : own;
    if (masked !== text) warn({ path, rule: 'card-number-masked' });
    return masked;
  };
  return replaceTexts(contract.requestBody, body, mask, 'body') as JsonObject;
}

async function replay(
  tx: Tx,
  bank: Bank,
  id: { srcApplication: string; msgId: string },
  operation: EnvelopeImplementation,
  isSame: (stored: ContentHash) => boolean,
): Promise<Result<EnvelopeAnswer, string>> {
  const stored = await readClaim(tx, bank.bankId, id);
  if (stored === undefined || stored.operation !== operation.contract.id || !isSame(stored))
    return fail('duplicate_message_id', { subject: `message:${id.srcApplication}/${id.msgId}` });
  return ok({
    ...(readStoredJson(stored.answer) as unknown as Omit<EnvelopeAnswer, 'replayed'>),
    replayed: true,
  });
}

/** The content that identifies a repeat: everything except the timestamp. */
function withoutTimestamp(header: RequestHeader, body: JsonObject): JsonObject {
  const { timestamp: _, ...rest } = header;
  return { header: rest as unknown as JsonObject, body };
}
