import { readMerchant, WrittenJson } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { difference } from './difference.ts';
import { readStoredChain } from './merchant-chain-store.ts';
import { toMerchantResponse, toVersionResponse, toWaitReasonResponse } from './merchant-response.ts';
import { readMerchantRow, type WholeMerchantRow } from './merchant-store.ts';
import { listVersionRows, NEWEST } from './version-store.ts';

const MAX_VERSIONS = 50;
const MAX_CHANGES = 100;

/** Reads a merchant exactly as it was sent, its resolved values, and its newest versions. */
export const readMerchantOperation = implementRest(readMerchant, async ({ tx, caller, audit }, { params }) => {
  const calling = callerAcquirer(caller);
  if (!calling.ok) return calling;
  const acquirerId = calling.value;
  const row = await readMerchantRow(tx, acquirerId, params.merchantId);
  if (row === undefined) return fail('merchant_not_found');
  const versions = await listVersionRows(tx, acquirerId, row.merchant_id, NEWEST, MAX_VERSIONS);
  const chain = row.chain_id === null ? undefined : await readStoredChain(tx, acquirerId, row.chain_id);
  audit(acquirerLog(acquirerId), `merchant:${row.merchant_id}`, 'read');
  return ok({
    body: {
      ...toMerchantResponse(row),
      ...toWaitReasonResponse(row),
      ...toOpenAmendmentResponse(row),
      ...toResubmissionResponse(row),
      ...(chain !== undefined && { chain: parseRecord(chain) }),
      merchant: parseRecord(row.record),
      resolved: parseRecord(row.resolved),
      versions: versions.map((version) => toVersionResponse(version)),
    },
  });
});

/** Writes the text as it is, without parsing it, because a record may have a quarter of a megabyte. */
function parseRecord(text: string): Record<string, unknown> {
  return new WrittenJson(text) as unknown as Record<string, unknown>;
}

/** Returns the changes since the submission that required information. */
function toResubmissionResponse({ record, earlier_record: earlier }: WholeMerchantRow) {
  if (earlier === null) return {};
  const changes = difference(readStoredJson(earlier), readStoredJson(record));
  const more = changes.length - MAX_CHANGES;
  return { resubmitted: { changes: changes.slice(0, MAX_CHANGES), ...(more > 0 && { moreChanges: more }) } };
}

function toOpenAmendmentResponse(row: WholeMerchantRow) {
  const { amended_by: applicationId, amended_types: amendments, amendment_status: status } = row;
  return applicationId === null || amendments === null || status === null
    ? {}
    : { openAmendment: { applicationId, amendments, status } };
}
