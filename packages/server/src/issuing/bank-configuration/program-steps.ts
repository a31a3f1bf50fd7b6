import type { Configuration } from '@cardwright/contract';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import type { Program } from '../banks/index.ts';
import { type ConfigurationStep, isSame } from './configuration-step.ts';

type ConfiguredProgram = NonNullable<Configuration['programs']>[number];

/** Compares programs. A program that the configuration does not name remains, because programs cannot be deleted. */
export function programSteps(
  requested: readonly ConfiguredProgram[],
  stored: ReadonlyMap<string, readonly Program[]>,
  now: Date,
): ConfigurationStep[] {
  const steps = requested.flatMap((program, at): ConfigurationStep[] => {
    const { product_code: name, ...body } = program;
    const newest = stored.get(name)?.[0];
    const before = newest && contentOf(toConfiguredProgram(name, newest, now), now);
    const after = contentOf(program, now);
    if (isSame(before, after)) return [];
    return [
      {
        kind: 'program',
        name,
        action: newest === undefined ? 'CREATE' : 'CHANGE',
        before: before ?? null,
        after,
        path: `programs[${at}]`,
        version: String(newest?.version ?? 0),
        calls: [() => ({ operation: 'programs.set-program', params: { product_code: name }, body: body as never })],
      },
    ];
  });
  const others = [...stored].filter(([name]) => !requested.some(({ product_code }) => product_code === name));
  const unchanged = others.flatMap(([name, [newest]]): ConfigurationStep[] => {
    if (newest === undefined) return [];
    const before = contentOf(toConfiguredProgram(name, newest, now), now);
    const version = String(newest.version);
    return [{ kind: 'program', name, action: 'KEEP', before, after: null, path: 'programs', version, calls: [] }];
  });
  return [...steps, ...unchanged];
}

/** Returns the newest version of a program in the form of the configuration, without a time that has passed. */
export function toConfiguredProgram(name: string, program: Program, now: Date): ConfiguredProgram {
  const { defaults, ceilings, limits, provisioning = {}, inForceFrom } = program;
  const isLater = inForceFrom !== undefined && inForceFrom > now;
  return {
    product_code: name,
    defaults: defaults as NonNullable<ConfiguredProgram['defaults']>,
    ceilings: ceilings as NonNullable<ConfiguredProgram['ceilings']>,
    limits: limits.map(({ asked: request }) => request),
    provisioning,
    ...(isLater && { inForceFrom: inForceFrom.toISOString() }),
  };
}

function contentOf(program: ConfiguredProgram, now: Date) {
  const { defaults = {}, ceilings = {}, limits = [], provisioning = {}, inForceFrom } = program;
  const from = inForceFrom === undefined ? undefined : readUtc(inForceFrom);
  const later = from !== undefined && from > now ? { inForceFrom: from.toISOString() } : {};
  return { defaults, ceilings, limits, provisioning, ...later };
}
