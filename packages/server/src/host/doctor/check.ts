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

/** The outcome of a check. It has its own name if the check covers several items. */
export type CheckOutcome = Omit<CheckResult, 'name'> & { readonly name?: string };

/** The deployment under check. */
export interface CheckSubject {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly database: Database;
  /** The business clock. */
  readonly now: () => Date;
  readonly systemNow: () => Date;
  /** Each of these functions throws an error with a sentence if the object is missing. None of them creates anything. */
  keys(): Promise<RootKeys>;
  vault(): Promise<Vault>;
  banks(): Promise<BankDirectory>;
}

/** The prerequisite of a check. If the prerequisite does not pass, the check fails. */
export type CheckPrerequisite = 'nothing' | 'database' | 'schema';

export interface Check {
  readonly name: string;
  readonly needs: CheckPrerequisite;
  /** Whether the first start creates the object of the check. If so, an empty database may lack it. */
  readonly isCreatedAtStart?: (settings: Settings) => boolean;
  readonly run: (subject: CheckSubject) => Promise<CheckOutcome | readonly CheckOutcome[]>;
}

export function passed(detail: string, name?: string): CheckOutcome {
  return outcome('pass', detail, name);
}

/** Returns a warning. Warnings leave the exit code at 0. */
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

/** Returns the problem as one sentence, without a stack. */
export function problemOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  const explanation = explain(error);
  return explanation.includes('\n    at ') ? message || String(code) : explanation;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, '; ');
}
