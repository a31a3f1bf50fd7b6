import type { BankDirectory } from '../banks/index.ts';
import { explain } from '../configuration/explain.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Database } from '../storage/index.ts';
import type { RootKeys, Vault } from '../vault/index.ts';

export type CheckStatus = 'pass' | 'warn' | 'fail';

/** One line of the doctor's. */
export interface CheckResult {
  readonly name: string;
  readonly status: CheckStatus;
  readonly detail: string;
}

/** What a check found; under another name than the check's where it looked at several things. */
export type Found = Omit<CheckResult, 'name'> & { readonly name?: string };

/** The deployment that is looked at. */
export interface Subject {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly database: Database;
  /** The business clock, and the system's. */
  readonly now: () => Date;
  readonly systemNow: () => Date;
  /** Each throws with a sentence where it is not there. Nothing is made that is missing. */
  keys(): Promise<RootKeys>;
  vault(): Promise<Vault>;
  banks(): Promise<BankDirectory>;
}

/** What has to be in order before a check can say anything: it fails where that did not pass. */
export type Need = 'nothing' | 'database' | 'schema';

export interface Check {
  readonly name: string;
  readonly needs: Need;
  readonly look: (subject: Subject) => Promise<Found | readonly Found[]>;
}

export function passed(detail: string, name?: string): Found {
  return found('pass', detail, name);
}

/** Somebody should look at it; scripts go on. */
export function warned(detail: string, name?: string): Found {
  return found('warn', detail, name);
}

export function failed(detail: string, name?: string): Found {
  return found('fail', detail, name);
}

function found(status: CheckStatus, detail: string, name: string | undefined): Found {
  return { status, detail, ...(name !== undefined && { name }) };
}

/** Runs one check. What it throws is a failure like what it finds. */
export async function runCheck({ name, look }: Check, subject: Subject): Promise<CheckResult[]> {
  try {
    const answer = await look(subject);
    const all = Array.isArray(answer) ? (answer as readonly Found[]) : [answer as Found];
    return all.map((one) => ({ name: one.name ?? name, status: one.status, detail: oneLine(one.detail) }));
  } catch (error) {
    return [{ name, status: 'fail', detail: oneLine(problemOf(error)) }];
  }
}

/** In a sentence, without where in the code it happened. */
export function problemOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  const told = explain(error);
  return told.includes('\n    at ') ? message || String(code) : told;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, '; ');
}
