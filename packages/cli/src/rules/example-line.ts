import type { RuleAnalysis } from '@cardwright/contract';

type Example = NonNullable<RuleAnalysis['answers'][number]['example']>;

/**
 * Describes a message that refutes a statement.
 *
 * @param ofLists text after each value that states whether the merchant is in a list, such as ` before the plan`
 *
 * @example exampleLine(example) // 'example, 2026-11-20T08:00:00.000Z: mcc 7994, games true'
 */
export function exampleLine({ at, values }: Example, ofLists = ''): string {
  const texts = values.map(({ source, field, name, value }) => {
    return `${name ?? field} ${value ?? 'absent'}${source === 'LIST' ? ofLists : ''}`;
  });
  return `example, ${at}: ${texts.join(', ')}`;
}
