import { SettingError } from './settings.ts';

/** Turns an error that the operator can fix into a sentence. An unexpected error keeps its stack. */
export function explain(error: unknown): string {
  const { code, message, stack, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}\nSet PORT to another port, or to 0 for a free port.`;
  // an error with a path is about a missing file
  if (UNREACHABLE.has(code ?? '') && path === undefined)
    return `cannot connect to the database of DATABASE_URL: ${message || code}`;
  const isForeseen = (error as Error).constructor === Error || error instanceof SettingError;
  return isForeseen ? message : String(stack ?? error);
}

/** Connection refused, unknown host, no primary, wrong password, unknown user or database. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENOENT',
  '08001',
  '28P01',
  '28000',
  '3D000',
]);
