import type { ProgramDifference, ProgramVersion } from '@cardwright/contract';
import { type Program, programAt } from '../banks/index.ts';

/** @param names the names of people by subject, for the author */
export function toProgramResponse(
  productCode: string,
  program: Program,
  versions: readonly Program[],
  now: Date,
  names: ReadonlyMap<string, string> = new Map(),
): ProgramVersion {
  const { version, inForceFrom, createdAt, createdBy, defaults, ceilings, limits, provisioning = {} } = program;
  const createdByName = names.get(createdBy);
  return {
    product_code: productCode,
    version,
    is_in_force: programAt(versions, now)?.version === version,
    in_force_from: inForceFrom?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    created_by: createdBy,
    ...(createdByName !== undefined && { created_by_name: createdByName }),
    defaults: defaults as ProgramVersion['defaults'],
    ceilings: ceilings as ProgramVersion['ceilings'],
    limits: limits.map(({ asked: request }) => request),
    provisioning,
  };
}

const PARTS = ['defaults', 'ceilings'] as const;

/** Returns the differences between a version and the one before it. */
export function programDifferences(before: Program | undefined, program: Program): ProgramDifference[] {
  return [...PARTS, 'limits' as const, 'provisioning' as const].flatMap((part) => {
    const [was, is] = [fieldsOf(before, part), fieldsOf(program, part)];
    const fields = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].sort();
    return fields.flatMap((field) =>
      was?.[field] === is?.[field] ? [] : [{ part, field, was: was?.[field] ?? null, is: is?.[field] ?? null }],
    );
  });
}

function fieldsOf(program: Program | undefined, part: ProgramDifference['part']): Readonly<Record<string, string>> {
  if (program === undefined) return {};
  if (part === 'provisioning') {
    return Object.fromEntries(Object.entries(program.provisioning ?? {}).map(([name, value]) => [name, String(value)]));
  }
  if (part !== 'limits') return program[part] as Record<string, string>;
  return Object.fromEntries(
    program.limits.map(({ asked: request }) => [`${request.level} ${request.id}`, JSON.stringify(request)]),
  );
}
