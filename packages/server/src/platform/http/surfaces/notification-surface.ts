import type { IncomingHttpHeaders } from 'node:http';
import {
  checkTokenNotification,
  ERRORS,
  type ErrorName,
  type Finding,
  type JsonObject,
  NOTIFICATION_TYPES,
  notificationCodeOf,
  type receiveTokenNotification,
  writeJson,
} from '@cardwright/contract';
import { answerNotification } from '@cardwright/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller } from '../../access/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import {
  type NotificationImplementation,
  type NotificationSender,
  readBody,
  runNotification,
} from '../../operation/index.ts';
import { BODY_TO_REPEAT, type BodyAllowance, RECEIVE_TIMEOUT_MS } from '../before-body.ts';
import { checkUrl, type UrlError } from '../check-url.ts';
import { disconnectSignal } from '../client-disconnect.ts';
import { recordFault } from '../faults.ts';
import { recordDenial } from '../record-denial.ts';
import {
  admissionOf,
  recordWarnings,
  reportFindings,
  requireScope,
  type SurfaceDeps,
  takeFromLimit,
} from './surface.ts';

/** Handles a notification whose sender and form are valid. */
export interface NotificationReceiver {
  readonly implementation: NotificationImplementation<typeof receiveTokenNotification>;
  /** Returns the bank whose key signed these bytes. */
  bankOfSignature(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): { ok: true; bankId: string } | { ok: false; reason: string };
}

/**
 * The longest body that may be signed. Longer ones need a token, so that a sender cannot make the server try the keys of all
 * banks on them.
 */
const LONGEST_SIGNED_BYTES = 64 * 1024;

/**
 * The part of the body to read before authentication: all of it if the caller sends a signature instead of a token,
 * because the signature covers the body.
 */
export function bodyToVerify({ headers }: FastifyRequest): BodyAllowance {
  const isSigned = headers['webhook-signature'] !== undefined;
  return isSigned ? { bytes: LONGEST_SIGNED_BYTES, ms: RECEIVE_TIMEOUT_MS } : BODY_TO_REPEAT;
}

type Admitted = { caller: Caller; sender: NotificationSender };
type NotAdmitted = 'not_authenticated' | 'scope_missing' | 'wrong_bank' | 'too_many_requests' | UrlError;

/**
 * Serves the token notification, FI side. Every answer, failures included, has the shape of
 * docs/interface/token-notification.md#response.
 */
export function createNotificationHandler(deps: SurfaceDeps, receiver: NotificationReceiver) {
  const { contract } = receiver.implementation;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    request.operationId = contract.id;
    reply.header('content-type', 'application/json; charset=utf-8');
    const now = deps.clock.now();
    let type = '';
    const refuse = async (error: ErrorName, findings: readonly Finding[] = []) => {
      request.errorName = error;
      await recordDenial(deps, request, error);
      reply.code(ERRORS[error].http);
      reportFindings(reply, findings);
      return writeJson({ ...answerNotification({ type, code: notificationCodeOf(error), now }).body });
    };
    try {
      const admitted = await admitSender(deps, receiver, request, reply);
      const read = readBody(request.headers['content-type'], request.body);
      if (read.ok) type = readableType(read.value);
      if (!admitted.ok) return refuse(admitted.error);
      if (!read.ok) return refuse(read.error, read.findings);
      const { caller, sender } = admitted.value;
      const { value: notification, findings: own, warnings } = checkTokenNotification(read.value);
      const findings = [...own, ...findOtherId(sender, request.headers, notification)];
      const [first] = findings;
      if (first !== undefined) {
        recordWarnings(deps, reply, sender.bankId, contract.id, warnings, now);
        return refuse(first.error, findings);
      }
      const callContext = {
        caller,
        now,
        requestId: request.id,
        fromAddress: addressOf(request),
        signal: disconnectSignal(reply),
      };
      const result = await runNotification(deps, receiver.implementation, { sender, notification }, callContext);
      const all = result.ok ? [...warnings, ...result.value.warnings] : warnings;
      recordWarnings(deps, reply, sender.bankId, contract.id, all, now);
      if (!result.ok) return refuse(result.error as ErrorName);
      if (result.value.replayed) reply.header('idempotent-replayed', 'true');
      return writeJson({ ...result.value.body });
    } catch (error) {
      return refuse(recordFault(request, error, 'a notification could not be received'));
    }
  };
}

/** Finds a signed `webhook-id`, which identifies repeats, that differs from the message's own id. */
function findOtherId(
  { authenticatedBy }: NotificationSender,
  headers: IncomingHttpHeaders,
  { id }: { readonly id: string },
): Finding[] {
  if (authenticatedBy !== 'SIGNATURE' || id === headers['webhook-id']) return [];
  return [{ path: 'id', error: 'value_not_allowed', message: 'must be the same as webhook-id' }];
}

const MAY_BE_SIGNED: ReadonlySet<NotAdmitted> = new Set(['not_authenticated', 'scope_missing', 'wrong_bank']);

/** Authenticates by the access token if it is valid, otherwise by the signature. One of them is enough. */
async function admitSender(
  deps: SurfaceDeps,
  receiver: NotificationReceiver,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<Admitted, NotAdmitted>> {
  const byToken = await admitByToken(deps, receiver, request, reply);
  if (byToken.ok || !MAY_BE_SIGNED.has(byToken.error)) return byToken;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const signed = receiver.bankOfSignature(request.headers, body);
  if (!signed.ok) {
    request.log.info(
      { reason: signed.reason, token: byToken.message },
      'refused a notification: neither its token nor its signature is valid',
    );
    return byToken;
  }
  reply.removeHeader('www-authenticate');
  return await admitBySignature(deps, signed.bankId, request, reply);
}

async function admitByToken(
  deps: SurfaceDeps,
  { implementation }: NotificationReceiver,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<Admitted, NotAdmitted>> {
  const admitted = await admissionOf(deps, request, reply, { limited: true });
  if (!admitted.ok) return admitted;
  const caller = admitted.value;
  const scoped = requireScope(caller, implementation.contract.scope);
  if (!scoped.ok) return scoped;
  const { kind, bankId } = caller;
  if (kind !== 'bank' || bankId === undefined) return fail('wrong_bank', { message: 'A notification is for a bank' });
  return ok({ caller, sender: { bankId, authenticatedBy: 'BEARER' } });
}

async function admitBySignature(
  deps: SurfaceDeps,
  bankId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<Admitted, 'too_many_requests' | UrlError>> {
  const caller = senderOf(bankId);
  request.caller = caller;
  const limited = await takeFromLimit(deps, reply, caller);
  if (!limited.ok) return limited;
  const checked = checkUrl(request, deps.maskCardNumbers);
  return checked.ok ? ok({ caller, sender: { bankId, authenticatedBy: 'SIGNATURE' } }) : checked;
}

/**
 * Returns the caller for a signed message. All holders of a bank's keys count as one sender for the audit log and the
 * limit, and have no other rights.
 */
function senderOf(bankId: string): Caller {
  return { clientId: `signature:${bankId}`, sender: 0, kind: 'bank', bankId, scopes: new Set() };
}

/** The type, which the answer repeats whatever else is wrong with the message; empty if it cannot be read. */
function readableType(body: JsonObject): string {
  return NOTIFICATION_TYPES.find((type) => type === body.type) ?? '';
}
