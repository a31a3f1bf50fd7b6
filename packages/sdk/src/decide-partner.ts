import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  checkPartnerAdvice,
  checkPartnerAnswer,
  checkPartnerProvisioningAnswer,
  checkPartnerQuestion,
  checkProvisioningQuestion,
  EVENT_BATCH,
  isJsonObject,
  type JsonObject,
  PARTNER_ADVICE,
  PARTNER_QUESTION,
  type PartnerAdvice,
  type PartnerAnswer,
  type PartnerProvisioningAnswer,
  type PartnerProvisioningQuestion,
  type PartnerQuestion,
  PROVISIONING_QUESTION,
  parseJson,
  readEventBatch,
  type ValidationResult,
} from '@cardwright/contract';
import { BODY_LIMIT_BYTES, type BodyLimits, readRawBody, UnreadableBody } from './raw-body.ts';
import { chosenKeys, type RawRequest, type ReceiveOptions } from './receive-token-notification.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** The functions of the bank that handle the requests of the gateway. */
export interface PartnerHandler {
  /** Approves or declines a payment. The same `id` must always get the same answer. */
  decide(question: PartnerQuestion): PartnerAnswer | Promise<PartnerAnswer>;
  /**
   * Approves or declines a request for a token, or requires an activation code. Needed if `decision_partner` in the
   * gateway's configuration has `provisioning`. Without this function, such requests get 400.
   */
  decideProvisioning?(
    question: PartnerProvisioningQuestion,
  ): PartnerProvisioningAnswer | Promise<PartnerProvisioningAnswer>;
  /**
   * Receives decisions that were made without the bank's system, or against its approval. Resolve after you store the
   * advice. The gateway then does not send it again.
   */
  advised(advice: PartnerAdvice): void | Promise<void>;
}

/** An answer to send back. */
export interface PartnerReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The receiver that {@link decidePartner} creates. */
export interface DecisionPartner {
  /** Handles a request of Node's `http` or Express. Reads the body, and sends the answer. */
  node(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Handles a request whose raw bytes are already read, and returns the answer. */
  reply(request: RawRequest): Promise<PartnerReply>;
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Creates the receiver of a bank's own decision system. It verifies each request before it reads it. A request without
 * the signature of a known key gets 401, and the handler is not called.
 *
 * @param options the keys of `decision_partner` in the gateway's configuration
 */
export function decidePartner(handler: PartnerHandler, options: ReceiveOptions & BodyLimits): DecisionPartner {
  const keys = chosenKeys(options);
  const { toleranceSeconds } = options;
  const reply = async ({ headers, body }: RawRequest): Promise<PartnerReply> => {
    if (!(body instanceof Uint8Array)) throw new TypeError('the body is not the raw bytes of the request');
    const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
    const verdict = verifyWebhook({ headers, body, keys, now: options.now ?? new Date(), ...tolerance });
    if (!verdict.ok) return refusal(401, verdict.reason);
    const read = readBody(body, verdict.id);
    return typeof read === 'string' ? refusal(400, read) : await handled(handler, read);
  };
  return {
    reply,
    async node(request, response) {
      const answer = await readRawBody(request, options).then(
        (body) => reply({ headers: request.headers, body }),
        (error: unknown) => {
          if (error instanceof UnreadableBody) return refusal(400, error.message);
          throw error;
        },
      );
      response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
      response.end(answer.body);
    },
  };
}

/** Returns the signed object, or the fault of the body as a text. */
function readBody(body: Uint8Array, signedId: string): JsonObject | string {
  if (body.length > BODY_LIMIT_BYTES) return `the body is longer than ${BODY_LIMIT_BYTES} bytes`;
  if (!isUtf8(body)) return 'the body is not UTF-8';
  const parsed = parseJson(Buffer.from(body).toString('utf8'));
  if (!parsed.ok) return parsed.message;
  if (!isJsonObject(parsed.value)) return 'the body is not an object';
  return parsed.value.id === signedId ? parsed.value : 'id must be the same as webhook-id';
}

async function handled(handler: PartnerHandler, value: JsonObject): Promise<PartnerReply> {
  const batch = value.type === EVENT_BATCH ? readEventBatch(value) : undefined;
  if (batch !== undefined) return await handledAll(handler, batch);
  switch (value.type) {
    case PARTNER_QUESTION: {
      const question = checkPartnerQuestion(value);
      if (question.findings.length > 0) return refusal(400, faultOf(question));
      const answer = await handler.decide(question.value);
      return answered(answer, checkPartnerAnswer({ ...answer }));
    }
    case PROVISIONING_QUESTION: {
      if (handler.decideProvisioning === undefined) return refusal(400, 'there is no handler for requests for tokens');
      const question = checkProvisioningQuestion(value);
      if (question.findings.length > 0) return refusal(400, faultOf(question));
      const answer = await handler.decideProvisioning(question.value);
      return answered(answer, checkPartnerProvisioningAnswer({ ...answer }));
    }
    case PARTNER_ADVICE: {
      const advice = checkPartnerAdvice(value);
      if (advice.findings.length > 0) return refusal(400, faultOf(advice));
      await handler.advised(advice.value);
      return { status: 200, headers: HEADERS, body: '{}' };
    }
    default:
      return refusal(400, 'type is neither a question nor an advice');
  }
}

/** Creates the reply with the decision. Throws a TypeError if the handler returned an invalid answer. */
function answered(answer: PartnerAnswer | PartnerProvisioningAnswer, checked: ValidationResult<unknown>): PartnerReply {
  if (checked.findings.length > 0) throw new TypeError(`what was decided is no answer: ${faultOf(checked)}`);
  return { status: 200, headers: HEADERS, body: JSON.stringify(answer) };
}

/** Handles several advices in one request. The gateway sends them only to endpoints that are configured for it. */
async function handledAll(handler: PartnerHandler, values: readonly JsonObject[]): Promise<PartnerReply> {
  if (values.some(({ type }) => type !== PARTNER_ADVICE)) return refusal(400, 'events holds other things than advices');
  for (const value of values) {
    const reply = await handled(handler, value);
    if (reply.status !== 200) return reply;
  }
  return { status: 200, headers: HEADERS, body: '{}' };
}

function faultOf({ findings: [first] }: ValidationResult<unknown>): string {
  return `${first?.path ?? ''} ${first?.message ?? ''}`;
}

function refusal(status: number, reason: string): PartnerReply {
  return { status, headers: HEADERS, body: JSON.stringify({ reason }) };
}
