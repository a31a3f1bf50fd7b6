/** The log of access. It never gets a secret, a token or a whole error. */
export type AccessLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;
