import { SettingError } from './settings.ts';

/** What the operator can mend is told in a sentence; only what nobody foresaw shows where it happened. */
export function explain(error: unknown): string {
  const { code, message, stack, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}\nSet PORT to another port (0 takes a free one).`;
  // with a path it is a file that is missing
  if (UNREACHABLE.has(code ?? '') && path === undefined)
    return `cannot connect to the database of DATABASE_URL: ${message || code}`;
  const isForeseen = (error as Error).constructor === Error || error instanceof SettingError;
  return isForeseen ? message : String(stack ?? error);
}

/** Nobody listens, no such host, wrong password, no such user or database. */
const UNREACHABLE: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', '28P01', '28000', '3D000']);
