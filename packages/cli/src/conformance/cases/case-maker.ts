import type { StatementName } from '@cardwright/contract';
import { type ConformanceCase, type Group, restsOn, type Trial } from '../conformance-case.ts';

interface CaseDefinition {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  readonly operation?: string;
  /** The main statement that the case checks. */
  readonly about: StatementName;
  /** Whether the case changes something. Most cases need data of their own. */
  readonly changes?: boolean;
  run(trial: Trial): Promise<void>;
}

export function makeCase({ about, changes = true, ...rest }: CaseDefinition): ConformanceCase {
  return { ...rest, changes, rests: restsOn(about) };
}
