import { listProvisionings } from '@cardwright/contract';
import { beginning, cutItems, readPage } from '../../../platform/kernel/page.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { readTimeRange } from '../../../platform/kernel/time/time-range.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { findByExid } from '../../cards/index.ts';
import { callerBank } from '../caller-bank.ts';
import { toProvisioningItem } from './provisioning-response.ts';
import { listProvisioningRows } from './provisioning-store.ts';

/** Lists the decisions of the bank about requests for tokens (docs/interface/token-provisioning.md#list). */
export function listProvisioningsOperation(banks: BankDirectory) {
  return implementRest(listProvisionings, async ({ tx, caller, audit }, { query }) => {
    const calling = callerBank({ caller }, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const { card: exid, outcome, reason, rule, requestor, network, token } = query;
    const { from, to } = readTimeRange(query);
    const card = exid === undefined ? undefined : await findByExid(tx, bankId, exid);
    if (exid !== undefined && card === undefined) return fail('card_not_found');
    const before = beginning(page.value.before, to);
    const filter = { card, outcome, reason, from, rule, requestor, network, token };
    const rows = await listProvisioningRows(tx, bankId, filter, { before, limit: page.value.limit });
    const place = (row: (typeof rows)[number]) => ({ at: row.decided_at, id: row.provisioning_key });
    const body = cutItems(rows, page.value, place, toProvisioningItem);
    const subject = exid === undefined ? `bank:${bankId}` : `card:${exid}`;
    audit(bankId, subject, 'provisionings listed', { provisionings: body.items.length });
    return ok({ body });
  });
}
