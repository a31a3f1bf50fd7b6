import type { BacktestRun, ProductProgram, ProgramDifference, ProgramVersion, setProgram } from '@cardwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { bankRunKey } from '../../parts/bank-run/bank-run-queries.ts';
import { dayIn, startOfDay } from '../../parts/value/zoned-day.ts';
import { useClockOffset } from '../../session/bank-clock.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import { backtestDefinition, type Definition, definitionToSend } from './program-draft.ts';

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

export type VersionWithDifferences = ProgramVersion & { readonly differences: readonly ProgramDifference[] };
export type CreatedVersion = Static<typeof setProgram.response>;

const PROGRAMS = ['programs'] as const;

/** Reads every product of the bank with its program. */
export function usePrograms() {
  const client = useClient();
  return useQuery({
    queryKey: PROGRAMS,
    queryFn: async ({ signal }): Promise<readonly ProductProgram[]> => (await client.programs.list({ signal })).items,
  });
}

/** Reads one product with its program. Returns null if the bank has no product with this code. */
export function useProgram(productCode: string) {
  const client = useClient();
  return useQuery({
    queryKey: PROGRAMS,
    queryFn: async ({ signal }): Promise<readonly ProductProgram[]> => (await client.programs.list({ signal })).items,
    select: (programs) => programs.find(({ product_code: code }) => code === productCode) ?? null,
  });
}

/** Reads all versions, newest first. */
export function useVersions(productCode: string, isThere: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...PROGRAMS, productCode],
    enabled: isThere,
    queryFn: async ({ signal }): Promise<readonly VersionWithDifferences[]> =>
      (await client.programs.listVersions(productCode, { signal })).items,
  });
}

/** Creates a version that starts at once, or at a given time. */
export function useCreateVersion({ product_code: productCode }: ProductProgram) {
  const client = useClient();
  const cache = useQueryClient();
  return async (definition: Definition, inForceFrom: string, reason: string): Promise<CreatedVersion> => {
    const when = inForceFrom === '' ? {} : { inForceFrom: new Date(inForceFrom).toISOString() };
    const why = reason === '' ? {} : { reason };
    const version = await client.programs.set(productCode, {
      ...definitionToSend(definition),
      ...when,
      ...why,
    } as never);
    await cache.invalidateQueries({ queryKey: PROGRAMS });
    await cache.invalidateQueries({ queryKey: ['shared-limits'] });
    return version;
  };
}

interface StartedRuns {
  readonly run: string;
  /**
   * The run of the version in force. Absent if that version was in force for the whole time, or if too many runs are in
   * progress.
   */
  readonly today?: string | undefined;
}

/**
 * Starts a backtest of the program over the last 30 days of the whole bank, and one of the version in force, so that
 * the change is compared with today.
 */
export function useStartBacktest({ product_code: productCode, in_force: inForce }: ProductProgram) {
  const client = useClient();
  const cache = useQueryClient();
  const zone = useTimeZone();
  const offset = useClockOffset();
  return useMutation({
    mutationFn: async (definition: Definition): Promise<StartedRuns> => {
      const from = startOfDay(dayIn(Date.now() + (offset ?? 0) - DAYS * DAY_MS, zone), zone).toISOString();
      const start = async (of: Definition) => {
        const proposal = { program: { product_code: productCode, ...definitionToSend(backtestDefinition(of)) } };
        const run = await client.backtests.start({ from, proposal } as never);
        // The page continues with the run at once, so that typed values stay.
        cache.setQueryData(bankRunKey(run.backtest_id), run);
        return run.backtest_id;
      };
      const run = await start(definition);
      if (inForce === null || (inForce.in_force_from ?? inForce.created_at) <= from) return { run };
      // Without the second run, the change is compared with the actual decisions.
      return { run, today: await start(inForce).catch(() => undefined) };
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['bank-backtests'] }),
  });
}

/** The program that a run assumes, or undefined if it assumes something else. */
export function programOfRun({ proposal }: BacktestRun, productCode: string): Definition | undefined {
  const { program } = proposal as { program?: Partial<Definition> & { readonly product_code: string } };
  if (program?.product_code !== productCode) return undefined;
  return { defaults: program.defaults ?? {}, ceilings: program.ceilings ?? {}, limits: program.limits ?? [] };
}
