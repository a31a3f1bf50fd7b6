import {
  type Aspect,
  type Authority,
  type FormatName,
  fieldAuthority,
  type InterfaceStatement,
  type Operation,
  operationAuthority,
  STATEMENTS,
  type StatementName,
} from '@cardwright/contract';

/** The groups of cases. A report has a section for each group. */
export const GROUPS = [
  'requests',
  'answers',
  'mandatory',
  'types',
  'maxima',
  'values',
  'formats',
  'errors',
  'repeats',
  'enforcement',
  'notifications',
  'onboarding',
] as const;
export type Group = (typeof GROUPS)[number];

/** A passage of the reference, and the authority behind it. */
export type Rests = Pick<InterfaceStatement, 'passage' | 'by'>;

/** A deviation from the passage. Its text never quotes a value of the exchange. */
export interface Deviation extends Rests {
  readonly what: string;
}

export interface ConformanceCase {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly operation?: string;
  readonly rests: Rests;
  /** Whether the case sends requests that change something, or would change something if accepted. */
  readonly changes: boolean;
  run(trial: Trial): Promise<void>;
}

/** The reason why a case could not run. It states nothing about the implementation. */
export class SkippedCase extends Error {}

/** The shared set-up failed. This counts against the refused operation only; the other operations are untested. */
export class SetUpRefusal extends SkippedCase {
  readonly operation: string;

  constructor(operation: string, reason: string) {
    super(`${operation} was refused with ${reason}`);
    this.operation = operation;
  }
}

/** Collects the findings of one case. */
export class Trial {
  readonly deviations: Deviation[] = [];

  check(name: StatementName, isSo: boolean, what: string): void {
    const { passage, by } = STATEMENTS[name];
    if (!isSo) this.deviations.push({ passage, by, what });
  }

  /** Checks a statement about the purpose of an operation. */
  checkOperation(operation: Operation, isSo: boolean, what: string): void {
    if (!isSo) this.deviations.push({ passage: operation.reference, by: operationAuthority(operation), what });
  }

  /** Checks a statement of a field table. */
  checkField(field: FieldStatement, isSo: boolean, what: string): void {
    if (!isSo) this.deviations.push({ ...restsOnField(field), what });
  }
}

export interface FieldStatement {
  readonly operation: Operation;
  readonly path: string;
  readonly aspect: Aspect;
  readonly format?: FormatName | undefined;
}

export function restsOnField({ operation, path, aspect, format }: FieldStatement): Rests {
  return { passage: operation.reference, by: fieldAuthority(operation, path, aspect, format) };
}

export function restsOn(name: StatementName): Rests {
  const { passage, by } = STATEMENTS[name];
  return { passage, by };
}

export const OUTCOMES = ['failed', 'note', 'passed', 'not run'] as const;
/** `failed`: differs from the interface. `note`: differs only from a decision of Cardwright. */
export type Outcome = (typeof OUTCOMES)[number];

export function worstOutcome(deviations: readonly { readonly by: Authority }[]): Outcome {
  if (deviations.length === 0) return 'passed';
  return deviations.some(({ by }) => by === 'interface') ? 'failed' : 'note';
}
