import { listProgramVersions } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest, readProgramVersions } from '../banks/index.ts';
import { programDifferences, toProgramResponse } from './program-response.ts';

/** Lists all versions of a program, each with its changes (docs/interface/programs.md#versions). */
export function listProgramVersionsOperation(banks: BankDirectory) {
  return implementBankRest(
    listProgramVersions,
    banks,
    async ({ tx, bankId, now, audit }, { params: { product_code: code } }) => {
      const versions = await readProgramVersions(tx, bankId, code);
      if (versions.length === 0) return fail('program_not_found');
      audit(bankId, `program:${code}`, 'versions read');
      const names = await readNameMap(
        tx,
        bankId,
        versions.map(({ createdBy }) => createdBy),
      );
      const items = versions.map((program, at) => ({
        ...toProgramResponse(code, program, versions, now, names),
        differences: programDifferences(versions[at + 1], program),
      }));
      return ok({ body: { items } });
    },
  );
}
