import { errors, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { CALLER_KINDS, type CallerKind } from '../caller.ts';

/** An external authorization server whose tokens are accepted (setting CARDWRIGHT_TRUSTED_ISSUERS). */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly jwks_url: string;
  readonly audience: string;
  /** Accept only callers of this kind. */
  readonly kind?: CallerKind;
  /** Accept only callers of these banks, and none without a bank. */
  readonly banks?: readonly string[];
  /** Accept tokens without a type. */
  readonly typ_optional?: boolean;
}

const MEMBERS = ['issuer', 'jwks_url', 'audience', 'kind', 'banks', 'typ_optional'];

/** Returns why an entry would trust more, or something else, than it appears to; undefined if it is sound. */
export function issuerProblem(trusted: TrustedIssuer): string | undefined {
  const { jwks_url: url, kind, banks, typ_optional: isTypeOptional } = trusted;
  // "bank" instead of "banks" would lift the restriction
  const unknown = Object.keys(trusted).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `${unknown} is not a member; there are ${MEMBERS.join(', ')}`;
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol !== 'https:' && protocol !== 'http:') return 'jwks_url must be an https:// URL';
  const areBanks = banks === undefined || (Array.isArray(banks) && banks.every((bank) => typeof bank === 'string'));
  if (!areBanks) return 'banks must be a list of bank ids';
  if (kind !== undefined && !CALLER_KINDS.includes(kind)) return `kind must be one of ${CALLER_KINDS.join(', ')}`;
  if (isTypeOptional !== undefined && typeof isTypeOptional !== 'boolean') return 'typ_optional must be true or false';
  return undefined;
}

/** Claims that only tokens of other kinds have: OpenID Connect's ID tokens, and security events such as logout tokens. */
const NOT_OF_ACCESS_TOKENS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'];

/**
 * Accepts only access tokens: an issuer signs ID tokens and logout tokens with the same key. Many issuers write the
 * type `JWT` for all kinds, so for this type the claims are checked as well.
 */
export function checkTokenType({ typ }: JWTHeaderParameters, claims: JWTPayload, trusted: TrustedIssuer): void {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type === 'at+jwt') return;
  const isPlain = type === 'jwt' || (type === undefined && trusted.typ_optional === true);
  if (!isPlain || isOfAnotherKind(claims)) throw new errors.JWTInvalid();
}

function isOfAnotherKind(claims: JWTPayload): boolean {
  if (NOT_OF_ACCESS_TOKENS.some((name) => claims[name] !== undefined)) return true;
  const { typ, token_use: use } = claims;
  if (use !== undefined && use !== 'access') return true;
  return typ !== undefined && !(typeof typ === 'string' && /^(bearer|dpop|at\+jwt)$/i.test(typ));
}
