import type { ChangeKind, SetProgram } from '@cardwright/contract';
import { writeCanonicalJson } from '@cardwright/contract';
import type { SecondPersonChange } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type Program, readProgramVersions } from '../banks/index.ts';
import { lockEdition } from '../merchant-lists/index.ts';

/** Returns the change that a new version makes to a program: to its settings, its limits, or both. */
export async function programChange(
  tx: Tx,
  bankId: string,
  code: string,
  { defaults = {}, ceilings = {}, limits = [], provisioning = {}, inForceFrom }: SetProgram,
): Promise<SecondPersonChange | undefined> {
  await lockEdition(tx, bankId);
  const [newest] = await readProgramVersions(tx, bankId, code);
  const before = contentOf(newest);
  const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);
  const kinds: ChangeKind[] = [];
  const isSameProgram =
    isSame(before.defaults, defaults) && isSame(before.ceilings, ceilings) && isSame(before.provisioning, provisioning);
  if (!isSameProgram) kinds.push('program.change');
  if (!isSame(before.limits, limits)) kinds.push('limit.change');
  // a version with the same content can still change when that content comes into force
  if (kinds.length === 0 && newest?.inForceFrom !== undefined) kinds.push('program.change');
  const after = { defaults, ceilings, limits, provisioning, in_force_from: inForceFrom ?? null };
  return {
    kinds,
    subject: `program:${code}`,
    version: String(newest?.version ?? 0),
    display: { before: newest === undefined ? null : before, after },
  };
}

function contentOf(program: Program | undefined) {
  return {
    defaults: program?.defaults ?? {},
    ceilings: program?.ceilings ?? {},
    limits: program?.limits.map(({ asked: request }) => request) ?? [],
    provisioning: program?.provisioning ?? {},
  };
}

function canonical(value: unknown): string {
  return writeCanonicalJson({ value } as never);
}
