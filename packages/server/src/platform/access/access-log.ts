/** The log of sign-ins and access tokens. Callers never pass a secret, a token or a whole error. */
export type AccessLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;
