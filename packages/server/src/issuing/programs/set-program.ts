import {
  compile,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ProgramCeilings,
  type ProgramDefaults,
  ProgramLimit,
  type SetProgram,
  setProgram,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import { implementRest, type RestImplementation } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import {
  type BankDirectory,
  bankOfCaller,
  insertProgram,
  type Program,
  type ProgramFields,
  readProgramVersions,
} from '../banks/index.ts';
import { addSharedRow, isShared, merchantListFaults, saveLimits, WHOLE_BANK } from '../limits/index.ts';
import { beginEdition, lockEdition } from '../merchant-lists/index.ts';
import { type RuleFinding, storeLimitNames } from '../rules/index.ts';
import { programChange } from './program-change.ts';
import { ceilingsBelowDefaults, programFaults } from './program-faults.ts';
import { programLimitWarnings } from './program-limits.ts';
import { toProgramResponse } from './program-response.ts';

/**
 * Creates a new version of a program (docs/interface/programs.md#set). The version begins a new edition of the bank, so
 * that every server reads it.
 */
export function setProgramOperation(banks: BankDirectory) {
  const set: RestImplementation<typeof setProgram>['run'] = async (context, { params, body }) => {
    const { tx, caller, now, audit } = context;
    const { product_code: code } = params;
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { bankId } = bank;
    const { exponent } = bank.currency;
    const findings = await findingsOf(tx, bank, body, now);
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings, subject: `program:${code}` });
    await lockEdition(tx, bankId);
    const earlier = await readProgramVersions(tx, bankId, code);
    const newest = await newVersion(tx, bankId, body, { earlier, exponent, now, by: caller.clientId });
    const program = await insertProgram(tx, bankId, code, newest);
    if (program === undefined) return fail('program_not_found', { message: 'The bank has no such product' });
    await prepareLimits(tx, bankId, code, newest.limits);
    const response = toProgramResponse(code, program, [program, ...earlier], now);
    const { defaults, ceilings, limits, provisioning } = response;
    const before = earlier[0] && toProgramResponse(code, earlier[0], earlier, now);
    audit(
      bankId,
      `program:${code}`,
      'program set',
      { version: program.version },
      {
        before:
          before === undefined
            ? null
            : {
                defaults: before.defaults,
                ceilings: before.ceilings,
                limits: before.limits,
                provisioning: before.provisioning,
              },
        after: {
          ...{ defaults, ceilings, limits, provisioning },
          in_force_from: response.in_force_from,
          version: program.version,
        },
      },
    );
    const warnings = [
      ...ceilingsBelowDefaults(newest.defaults, newest.ceilings, exponent),
      ...(await programLimitWarnings(tx, bankId, code, { program, exponent, now })),
    ];
    return ok({ body: { ...response, warnings } });
  };
  return implementRest(setProgram, set, {
    async secondPerson({ tx, caller }, { params: { product_code: code }, body }) {
      const calling = bankOfCaller(caller, banks);
      return calling.ok ? await programChange(tx, calling.value.bankId, code, body) : undefined;
    },
    async examine({ tx, caller, now }, { body }) {
      const calling = bankOfCaller(caller, banks);
      return calling.ok ? await findingsOf(tx, calling.value, readablePart(body), now) : [];
    },
  });
}

/** Adds the rows that count shared limits, and stores the names of all other limits. */
async function prepareLimits(tx: Tx, bankId: string, code: string, limits: Program['limits']): Promise<void> {
  const requests = limits.map((limit) => limit.asked);
  for (const level of new Set(requests.filter(isShared).map((limit) => limit.level))) {
    await addSharedRow(tx, bankId, level === 'bank' ? WHOLE_BANK : code);
  }
  await storeLimitNames(
    tx,
    bankId,
    requests.filter((limit) => !isShared(limit)),
  );
}

/**
 * The parts of a request that satisfy the schema. All other parts are undefined, because the findings of the schema
 * report them.
 */
type ReadablePart = Pick<SetProgram, 'defaults' | 'ceilings' | 'inForceFrom'> & {
  readonly limits?: readonly (ProgramLimit | undefined)[] | undefined;
};

const checkProgramLimit = compile(ProgramLimit);

function readablePart({ defaults, ceilings, limits, inForceFrom }: JsonObject): ReadablePart {
  const isReadable = (limit: JsonValue) => checkProgramLimit(limit, '').findings.length === 0;
  return {
    ...(isJsonObject(defaults) && { defaults: defaults as ProgramDefaults }),
    ...(isJsonObject(ceilings) && { ceilings: withoutNull(ceilings) as ProgramCeilings }),
    ...(Array.isArray(limits) && {
      limits: limits.map((limit) => (isReadable(limit) ? (limit as unknown as ProgramLimit) : undefined)),
    }),
    ...(typeof inForceFrom === 'string' && { inForceFrom }),
  };
}

function withoutNull(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

async function findingsOf(tx: Tx, bank: Bank, body: ReadablePart, now: Date): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = programFaults(body, bank, now);
  const requestedFrom = body.inForceFrom === undefined ? undefined : readUtc(body.inForceFrom);
  if (requestedFrom !== undefined && requestedFrom < now) {
    findings.push({ path: 'inForceFrom', error: 'value_not_allowed', message: 'must not lie in the past' });
  }
  for (const [at, limit] of (body.limits ?? []).entries()) {
    if (limit !== undefined)
      findings.push(...(await merchantListFaults(tx, bank.bankId, limit, `limits[${at}].where`)));
  }
  return findings;
}

async function newVersion(
  tx: Tx,
  bankId: string,
  body: SetProgram,
  { earlier, exponent, now, by }: { earlier: readonly Program[]; exponent: number; now: Date; by: string },
): Promise<Omit<Program, 'version'>> {
  const edition = await beginEdition(tx, bankId, now);
  const inForceFrom = body.inForceFrom === undefined ? undefined : readUtc(body.inForceFrom);
  return {
    defaults: (body.defaults ?? {}) as ProgramFields,
    ceilings: (body.ceilings ?? {}) as ProgramFields,
    limits: saveLimits(body.limits ?? [], earlier, { edition, exponent, from: inForceFrom ?? now }),
    provisioning: body.provisioning,
    inForceFrom,
    createdAt: now,
    createdBy: by,
  };
}
