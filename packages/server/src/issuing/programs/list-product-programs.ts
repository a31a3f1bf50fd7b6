import { listProductPrograms } from '@cardwright/contract';
import { readNameMap } from '../../platform/access/index.ts';
import { ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest, listProgramsOfBank, programAfter, programAt } from '../banks/index.ts';
import { toProgramResponse } from './program-response.ts';

/** Lists every product of a bank with its program (docs/interface/programs.md#list). */
export function listProductProgramsOperation(banks: BankDirectory) {
  return implementBankRest(listProductPrograms, banks, async ({ tx, bankId, now, audit }) => {
    const programs = await listProgramsOfBank(tx, bankId);
    const names = await readNameMap(
      tx,
      bankId,
      [...programs.values()].flat().map(({ createdBy }) => createdBy),
    );
    const products = banks.productsOf(bankId).toSorted((one, other) => (one.productCode < other.productCode ? -1 : 1));
    const items = products.map(({ productCode: code, name, cardType, bin }) => {
      const versions = programs.get(code) ?? [];
      const [inForce, next] = [programAt(versions, now), programAfter(versions, now)];
      return {
        product_code: code,
        name,
        card_type: cardType,
        bin_number: bin,
        versions: versions.length,
        in_force: inForce === undefined ? null : toProgramResponse(code, inForce, versions, now, names),
        next: next === undefined ? null : toProgramResponse(code, next, versions, now, names),
      };
    });
    audit(bankId, `bank:${bankId}`, 'programs read', { products: items.length });
    return ok({ body: { items } });
  });
}
