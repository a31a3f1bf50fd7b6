import { errors, type JWTPayload, jwtVerify } from 'jose';
import { CALLER_KINDS, type Caller, type CallerKind } from './caller.ts';
import { TOKEN_TYPE } from './issue-token.ts';
import { bindingOf } from './proof-of-possession.ts';
import { type SigningKeys, TOKEN_ALGORITHM } from './signing-keys.ts';
import type { VerifiedToken } from './verified-token.ts';

export interface OwnTokenDeps {
  readonly signingKeys: SigningKeys;
  readonly issuer: string;
  readonly audience: string;
}

/** Verifies a token that was issued here. Throws jose's errors. */
export async function verifyOwnToken(deps: OwnTokenDeps, token: string, nowMs: number): Promise<VerifiedToken> {
  const { payload } = await jwtVerify(token, ({ kid }) => keyFor(deps.signingKeys, kid), {
    algorithms: [TOKEN_ALGORITHM],
    issuer: deps.issuer,
    audience: deps.audience,
    typ: TOKEN_TYPE,
    requiredClaims: ['exp', 'sub', 'client_id', 'kind', 'sender', 'scope'],
    currentDate: new Date(nowMs),
  });
  return { caller: callerOf(payload), expiresAtMs: (payload.exp as number) * 1_000, boundTo: bindingOf(payload) };
}

async function keyFor(signingKeys: SigningKeys, kid: string | undefined) {
  const key = kid === undefined ? undefined : await signingKeys.verificationKey(kid);
  if (key === undefined) throw new errors.JWKSNoMatchingKey();
  return key;
}

/** Refuses claims of another shape. They are a fault of this server, which signed the token. */
function callerOf(claims: JWTPayload): Caller {
  const { client_id, kind, sender, scope, bank_id, acquirer_id, requests_per_minute } = claims;
  if (typeof client_id !== 'string' || typeof scope !== 'string') throw new errors.JWTInvalid();
  if (typeof sender !== 'number') throw new errors.JWTInvalid();
  if (!CALLER_KINDS.includes(kind as CallerKind)) throw new errors.JWTInvalid();
  if ((kind === 'bank') !== (typeof bank_id === 'string')) throw new errors.JWTInvalid();
  if ((kind === 'acquirer') !== (typeof acquirer_id === 'string')) throw new errors.JWTInvalid();
  return {
    clientId: client_id,
    sender,
    kind: kind as CallerKind,
    scopes: new Set(scope.split(' ').filter((word) => word !== '')),
    ...(typeof bank_id === 'string' && { bankId: bank_id }),
    ...(typeof acquirer_id === 'string' && { acquirerId: acquirer_id }),
    ...(typeof requests_per_minute === 'number' && { requestsPerMinute: requests_per_minute }),
  };
}
