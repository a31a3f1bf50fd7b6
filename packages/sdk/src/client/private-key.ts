import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import { makeId } from './made-ids.ts';

/** A key as PEM (PKCS #8, SEC 1) or as JWK. */
export type PrivateKey = string | JsonWebKey;

const LIFE_SECONDS = 300;
/** The format of an ECDSA signature in a JWS: r and s, one after the other. */
const ECDSA = 'ieee-p1363' as const;

export interface AssertedClient {
  readonly clientId: string;
  readonly privateKey: PrivateKey;
  /** `kid` of the key, if the operator registered several keys for the client. */
  readonly keyId: string | undefined;
  /** The address of the token endpoint, or the issuer. */
  readonly audience: string;
}

/** Creates assertions of a client with its key (RFC 7523). Each assertion is valid for one request. */
export function assertionFactory({ clientId, privateKey, keyId, audience }: AssertedClient): () => string {
  const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : createPrivateKey(jwk(privateKey));
  const { alg, hash } = algorithmOf(key);
  return () => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + LIFE_SECONDS, jti: makeId(24) };
    const content = `${part({ alg, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })}.${part(claims)}`;
    const signature = sign(hash, Buffer.from(content), { key, dsaEncoding: ECDSA, ...saltOf(alg) });
    return `${content}.${signature.toString('base64url')}`;
  };
}

const jwk = (key: JsonWebKey) => ({ key, format: 'jwk' }) as const;
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const saltOf = (alg: string) => (alg === 'PS256' ? { padding: 6, saltLength: 32 } : {});

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): { alg: string; hash: string | null } {
  if (asymmetricKeyType === 'ed25519') return { alg: 'EdDSA', hash: null };
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') return { alg: 'PS256', hash: 'sha256' };
  if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return { alg: 'ES256', hash: 'sha256' };
  if (asymmetricKeyDetails?.namedCurve === 'secp384r1') return { alg: 'ES384', hash: 'sha384' };
  throw new TypeError('privateKey is a key on P-256, P-384 or ed25519, or an RSA key');
}
