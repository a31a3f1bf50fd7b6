import { ERRORS, type ErrorName, firstCharacters } from '@cardwright/contract';
import type { FastifyRequest } from 'fastify';
import { addressOf, callerLog } from '../access/index.ts';
import { type Denials, OPERATOR_LOG } from '../audit/index.ts';
import type { Failure } from '../kernel/result.ts';
import { maskUrl } from '../kernel/text/masked-text.ts';
import { pathOf } from './request-log.ts';

const LONGEST_PATH = 200;
const LONGEST_REASON = 500;
const MAX_FINDINGS_REPORTED = 5;

/** The details of a failure in addition to its name. */
export type Refusal = Pick<Failure<ErrorName>, 'message' | 'path' | 'findings' | 'subject' | 'commitsWrites'>;

const REFUSAL_STATUSES: ReadonlySet<number> = new Set([409, 412, 422]);

/**
 * The outcome of a failure in the audit log: access denied; not found, which includes foreign data; or refused by a
 * state, by the four-eyes principle, or by an object that exists already.
 */
function denialOf(error: ErrorName): 'denied' | 'not found' | 'refused' | undefined {
  if (error === 'not_authenticated' || error === 'scope_missing' || error === 'wrong_bank') return 'denied';
  if (ERRORS[error].kind === 'NOT_FOUND' || error === 'several_cards_match') return 'not found';
  return REFUSAL_STATUSES.has(ERRORS[error].http) ? 'refused' : undefined;
}

/** Writes a denied or refused request to the audit log. Other failures are not audited. */
export async function recordDenial(
  deps: { readonly denials: Denials; readonly maskCardNumbers: (text: string) => string },
  request: FastifyRequest,
  error: ErrorName,
  refusal: Refusal = {},
): Promise<void> {
  const outcome = denialOf(error);
  if (outcome === undefined) return;
  // an operation that keeps its writes has written its own row
  if (outcome === 'refused' && refusal.commitsWrites === true) return;
  const { caller, operationId = 'unknown' } = request;
  await deps.denials.record(caller === undefined ? OPERATOR_LOG : callerLog(caller), {
    actor: caller?.clientId ?? 'unknown',
    operation: operationId,
    subject: refusal.subject ?? `operation:${operationId}`,
    outcome,
    requestId: request.id,
    fromAddress: addressOf(request),
    details: {
      ...(caller?.person && { person: caller.person.name }),
      code: ERRORS[error].code,
      path: firstCharacters(maskUrl(pathOf(request.url), deps.maskCardNumbers), LONGEST_PATH),
      ...(outcome === 'refused' && {
        reason: firstCharacters(deps.maskCardNumbers(reasonOf(error, refusal)), LONGEST_REASON),
      }),
    },
  });
}

function reasonOf(error: ErrorName, { message = ERRORS[error].text, path, findings = [] }: Refusal): string {
  const all = findings.length > 0 ? findings : [{ path, message }];
  const reported = all.slice(0, MAX_FINDINGS_REPORTED).map((one) => `${one.path ?? ''} ${one.message}`.trim());
  const more = all.length - reported.length;
  return `${reported.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
