import {
  type Aspect,
  type FormatName,
  fieldAuthority,
  type InterfaceStatement,
  type Operation,
  operationAuthority,
  type SaidBy,
  STATEMENTS,
  type StatementName,
} from '@cardwright/contract';

/** What cases are about; a report has a part for each. */
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

/** A passage of the reference, and who says what stands there. */
export type Rests = Pick<InterfaceStatement, 'passage' | 'by'>;

/** Something that was not as the passage says. What it says never quotes a value of the exchange. */
export interface Deviation extends Rests {
  readonly what: string;
}

export interface ConformanceCase {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly operation?: string;
  readonly rests: Rests;
  /** Sends requests that change something, or would if they were not refused. */
  readonly changes: boolean;
  run(trial: Trial): Promise<void>;
}

/** Why a case could not be tried: nothing is said about the implementation. */
export class NotTried extends Error {}

/** What all cases need could not be made: of this one operation that says something, of the others nothing. */
export class SetUpRefused extends NotTried {
  readonly operation: string;

  constructor(operation: string, told: string) {
    super(`${operation} was refused with ${told}`);
    this.operation = operation;
  }
}

/** Gathers what one case finds. */
export class Trial {
  readonly deviations: Deviation[] = [];

  check(name: StatementName, isSo: boolean, what: string): void {
    const { passage, by } = STATEMENTS[name];
    if (!isSo) this.deviations.push({ passage, by, what });
  }

  /** What an operation is for. */
  checkOperation(operation: Operation, isSo: boolean, what: string): void {
    if (!isSo) this.deviations.push({ passage: operation.reference, by: operationAuthority(operation), what });
  }

  /** What a field table says. */
  checkField(field: FieldSaid, isSo: boolean, what: string): void {
    if (!isSo) this.deviations.push({ ...restsOnField(field), what });
  }
}

export interface FieldSaid {
  readonly operation: Operation;
  readonly path: string;
  readonly aspect: Aspect;
  readonly format?: FormatName | undefined;
}

export function restsOnField({ operation, path, aspect, format }: FieldSaid): Rests {
  return { passage: operation.reference, by: fieldAuthority(operation, path, aspect, format) };
}

export function restsOn(name: StatementName): Rests {
  const { passage, by } = STATEMENTS[name];
  return { passage, by };
}

export const OUTCOMES = ['failed', 'note', 'passed', 'not run'] as const;
/** `failed`: against what the interface says. `note`: only against what Cardwright decided. */
export type Outcome = (typeof OUTCOMES)[number];

export function worstOutcome(deviations: readonly { readonly by: SaidBy }[]): Outcome {
  if (deviations.length === 0) return 'passed';
  return deviations.some(({ by }) => by === 'interface') ? 'failed' : 'note';
}
