import type { RuleAnalysis } from '@cardwright/contract';

type Example = NonNullable<RuleAnalysis['answers'][number]['example']>;

/** A message that refutes a statement, in words. */
export function exampleLine({ at, values }: Example): string {
  return `example, ${at}: ${values.map(({ field, name, value }) => `${name ?? field} ${value ?? 'absent'}`).join(', ')}`;
}
