import { readProgramInForce } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest, programAt, readProgramVersions } from '../banks/index.ts';
import { toProgramResponse } from './program-response.ts';

/** Reads the version in force (docs/interface/programs.md#read). */
export function readProgramInForceOperation(banks: BankDirectory) {
  return implementBankRest(
    readProgramInForce,
    banks,
    async ({ tx, bankId, now, audit }, { params: { product_code: code } }) => {
      const versions = await readProgramVersions(tx, bankId, code);
      const program = programAt(versions, now);
      if (program === undefined) return fail('program_not_found');
      audit(bankId, `program:${code}`, 'read');
      const names = await readNameMap(tx, bankId, [program.createdBy]);
      return ok({ body: toProgramResponse(code, program, versions, now, names) });
    },
  );
}
