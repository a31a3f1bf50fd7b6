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
export type CheckOutcome = Omit<CheckResult, 'name'> & { readonly name?: string };

/** The deployment that is checked. */
export interface CheckSubject {
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
export type CheckPrerequisite = 'nothing' | 'database' | 'schema';

export interface Check {
  readonly name: string;
  readonly needs: CheckPrerequisite;
  /** Whether the first start makes what the check looks for: in an empty database, it is not missed. */
  readonly isCreatedAtStart?: (settings: Settings) => boolean;
  readonly run: (subject: CheckSubject) => Promise<CheckOutcome | readonly CheckOutcome[]>;
}

export function passed(detail: string, name?: string): CheckOutcome {
  return outcome('pass', detail, name);
}

/** Worth attention, but the exit code stays 0. */
export function warned(detail: string, name?: string): CheckOutcome {
  return outcome('warn', detail, name);
}

export function failed(detail: string, name?: string): CheckOutcome {
  return outcome('fail', detail, name);
}

function outcome(status: CheckStatus, detail: string, name: string | undefined): CheckOutcome {
  return { status, detail, ...(name !== undefined && { name }) };
}

/** Runs one check. An exception counts as a failure. */
export async function runCheck({ name, run }: Check, subject: CheckSubject): Promise<CheckResult[]> {
  try {
    const answer = await run(subject);
    const all = Array.isArray(answer) ? (answer as readonly CheckOutcome[]) : [answer as CheckOutcome];
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
