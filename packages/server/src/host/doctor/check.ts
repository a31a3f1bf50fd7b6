import type { BankDirectory } from '../../issuing/banks/index.ts';
import type { Database } from '../../platform/storage/index.ts';
import type { RootKeys, Vault } from '../../platform/vault/index.ts';
import { explain } from '../configuration/explain.ts';
import type { Settings } from '../configuration/settings.ts';

type CheckStatus = 'pass' | 'warn' | 'fail';

/** One line of the doctor's output. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
}

/** A finding of a check, with its own name where the check looked at several things. */
export type Found = Omit<CheckResult, 'name'> & { readonly name?: string };

/** The deployment that is checked. */
export interface Subject {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly database: Database;
  /** The business clock, and the system's. */
  readonly now: () => Date;
  readonly systemNow: () => Date;
  /** Each throws with a sentence if it is missing. Nothing is created. */
  keys(): Promise<RootKeys>;
  vault(): Promise<Vault>;
  banks(): Promise<BankDirectory>;
}

/** The precondition of a check: the check fails if that did not pass. */
export type Need = 'nothing' | 'database' | 'schema';

export interface Check {
  readonly name: string;
  readonly needs: Need;
  /** Whether the first start makes what the check looks for: in an empty database, it is not missed. */
  readonly isMadeByStart?: (settings: Settings) => boolean;
  readonly look: (subject: Subject) => Promise<Found | readonly Found[]>;
}

export function passed(detail: string, name?: string): Found {
  return found('pass', detail, name);
}

/** Worth attention, but the exit code stays 0. */
export function warned(detail: string, name?: string): Found {
  return found('warn', detail, name);
}

export function failed(detail: string, name?: string): Found {
  return found('fail', detail, name);
}

function found(status: CheckStatus, detail: string, name: string | undefined): Found {
  return { status, detail, ...(name !== undefined && { name }) };
}

/** Runs one check. An exception counts as a failure. */
export async function runCheck({ name, look }: Check, subject: Subject): Promise<CheckResult[]> {
  try {
    const answer = await look(subject);
    const all = Array.isArray(answer) ? (answer as readonly Found[]) : [answer as Found];
    return all.map((one) => ({ name: one.name ?? name, status: one.status, detail: oneLine(one.detail) }));
  } catch (error) {
    return [{ name, status: 'fail', detail: oneLine(problemOf(error)) }];
  }
}

/** One sentence, without a stack. */
export function problemOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  const told = explain(error);
  return told.includes('\n    at ') ? message || String(code) : told;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, '; ');
}
