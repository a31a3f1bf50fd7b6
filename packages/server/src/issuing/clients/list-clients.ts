import { listClients } from '@cardwright/contract';
import { seesPersonalData } from '../../platform/access/index.ts';
import { cutItems, type Page, readPage } from '../../platform/kernel/page.ts';
import { ok } from '../../platform/kernel/result.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { toSummaryResponse } from './client-response.ts';
import { type ClientRow, findByBeginning, findByTerms, listClientRows, readClientRow } from './client-search-store.ts';
import { readClientSearch } from './search-terms.ts';

/** Lists clients, or finds them by name, phone, e-mail or customer id (docs/interface/clients.md#find). */
export function listClientsOperation(banks: BankDirectory) {
  return implementBankRest(listClients, banks, async ({ tx, bankId, caller, audit }, { query }) => {
    const page = readPage(query);
    if (!page.ok) return page;
    const { q } = query;
    const rows =
      q === undefined ? await listClientRows(tx, bankId, page.value) : await findClients(tx, bankId, q, page.value);
    const includesPersonalData = seesPersonalData(caller);
    const place = ({ created_at: at, client_id: id }: ClientRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, (row) => toSummaryResponse(row, includesPersonalData));
    // the search text is personal data itself
    audit(bankId, `bank:${bankId}`, q === undefined ? 'clients listed' : 'clients searched', {
      clients: body.items.map(({ customer_id }) => customer_id).join(' '),
    });
    return ok({ body });
  });
}

async function findClients(tx: Tx, bankId: string, q: string, page: Page): Promise<ClientRow[]> {
  const { terms, beginning, customerId } = readClientSearch(q);
  const [first, ...more] = terms.toSorted((a, b) => b.length - a.length);
  const rows =
    beginning !== undefined
      ? await findByBeginning(tx, bankId, beginning, page)
      : first === undefined
        ? []
        : await findByTerms(tx, bankId, [first, ...more], page);
  const exact = await readClientRow(tx, bankId, customerId);
  if (exact === undefined || exact.client_id >= page.before.id) return rows;
  const others = rows.filter((row) => row.client_id !== exact.client_id);
  return [...others, exact].sort((a, b) => (a.client_id < b.client_id ? 1 : -1)).slice(0, page.limit + 1);
}
