import { setProgram } from '@cardwright/contract';
import {
  type BankDirectory,
  bankOfCaller,
  insertProgram,
  type ProgramFields,
  readProgramVersions,
} from '../banks/index.ts';
import { readUtc } from '../kernel/read-utc.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { ceilingsBelowDefaults, programFaults } from './program-faults.ts';
import { showProgram } from './show-program.ts';

/** Makes a new version of a program (docs/interface/programs.md#set). */
export function setProgramOperation(banks: BankDirectory) {
  return implementRest(setProgram, async ({ tx, caller, now, audit }, { params: { product_code: code }, body }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const bank = calling.value;
    const { bankId } = bank;
    const findings = programFaults(body, bank, now);
    const asked = body.inForceFrom === undefined ? undefined : readUtc(body.inForceFrom);
    if (asked !== undefined && asked < now) {
      findings.push({ path: 'inForceFrom', error: 'value_not_allowed', message: 'must not lie in the past' });
    }
    const [first] = findings;
    if (first !== undefined) return fail(first.error, { findings, subject: `program:${code}` });
    const defaults = (body.defaults ?? {}) as ProgramFields;
    const ceilings = (body.ceilings ?? {}) as ProgramFields;
    const made = { defaults, ceilings, inForceFrom: asked, createdAt: now, createdBy: caller.clientId };
    const program = await insertProgram(tx, bankId, code, made);
    if (program === undefined) return fail('program_not_found', { message: 'The bank has no such product' });
    const versions = await readProgramVersions(tx, bankId, code);
    const shown = showProgram(code, program, versions, now);
    const before = versions.find(({ version }) => version === program.version - 1);
    audit(
      bankId,
      `program:${code}`,
      'program set',
      { version: program.version },
      {
        before: before === undefined ? null : { defaults: before.defaults, ceilings: before.ceilings },
        after: { defaults, ceilings, in_force_from: shown.in_force_from, version: program.version },
      },
    );
    return ok({ body: { ...shown, warnings: ceilingsBelowDefaults(defaults, ceilings, bank.currency.exponent) } });
  });
}
