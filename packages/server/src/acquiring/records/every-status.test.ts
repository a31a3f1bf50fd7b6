import { beforeAll, describe, expect, it } from 'vitest';
import {
  amend,
  approveNoAmendments,
  merchantBody,
  onboard,
  putInStatus,
  readMerchantOf,
  requestOf,
} from '../../testing/merchants/merchants.ts';
import { REVIEW_REASON, review, submit, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await approveNoAmendments(server);
});

/** Every status. A boarded merchant has its state instead. */
const PLACES = [
  'RECEIVED',
  'SCREENING',
  'PENDING_APPROVAL',
  'INFORMATION_REQUIRED',
  'APPROVED',
  'REJECTED',
  'ACTIVE',
  'ON_HOLD',
  'CLOSED',
] as const;
type Place = (typeof PLACES)[number];
const BOARDED: readonly Place[] = ['ACTIVE', 'ON_HOLD', 'CLOSED'];

interface Merchant {
  readonly merchantId: string;
  readonly applicationId: string;
}

const items = [{ path: 'website', action: 'Give the address of the shop' }];
const EVENTS: Record<string, (merchant: Merchant) => Promise<Answer>> = {
  'sent again': ({ merchantId }) => onboard(server, requestOf([merchantBody(merchantId)])),
  MCC: ({ merchantId }) => amend(server, merchantId, ['MCC'], { mcc: '5812' }),
  HOLD: ({ merchantId }) => amend(server, merchantId, ['HOLD']),
  RELEASE: ({ merchantId }) => amend(server, merchantId, ['RELEASE']),
  'RELEASE, MCC': ({ merchantId }) => amend(server, merchantId, ['RELEASE', 'MCC'], { mcc: '5812' }),
  CLOSURE: ({ merchantId }) => amend(server, merchantId, ['CLOSURE']),
  'CLOSURE, MCC': ({ merchantId }) => amend(server, merchantId, ['CLOSURE', 'MCC'], { mcc: '5812' }),
  screen: ({ applicationId }) => review(server, applicationId, 'screen'),
  review: ({ applicationId }) => review(server, applicationId, 'review'),
  'confirm-kyc': ({ applicationId }) => review(server, applicationId, 'confirm-kyc'),
  'request-information': ({ applicationId }) =>
    review(server, applicationId, 'request-information', { ...REVIEW_REASON, items }),
  'return-to-review': ({ applicationId }) => review(server, applicationId, 'return-to-review'),
  reject: ({ applicationId }) => review(server, applicationId, 'reject'),
  approve: ({ applicationId }) => review(server, applicationId, 'approve'),
};

/** The result of each event in each status, in the order of PLACES, or the error code of the refusal. */
const TABLE: Record<string, readonly (Place | '404' | '420')[]> = {
  'sent again': ['404', '404', '404', 'RECEIVED', '404', '420', '404', '404', '404'],
  MCC: ['420', '420', '420', '420', '420', '420', 'ACTIVE', '420', '420'],
  HOLD: ['420', '420', '420', '420', '420', '420', 'ON_HOLD', '420', '420'],
  RELEASE: ['420', '420', '420', '420', '420', '420', '420', 'ACTIVE', '420'],
  'RELEASE, MCC': ['420', '420', '420', '420', '420', '420', '420', 'ACTIVE', '420'],
  CLOSURE: ['420', '420', '420', '420', '420', '420', 'CLOSED', 'CLOSED', '420'],
  'CLOSURE, MCC': ['420', '420', '420', '420', '420', '420', 'CLOSED', '420', '420'],
  screen: ['420', 'SCREENING', 'SCREENING', '420', '420', '420', '420', '420', '420'],
  review: ['420', '420', 'PENDING_APPROVAL', '420', '420', '420', '420', '420', '420'],
  'confirm-kyc': ['420', '420', 'PENDING_APPROVAL', '420', '420', '420', '420', '420', '420'],
  'request-information': ['420', '420', 'INFORMATION_REQUIRED', '420', '420', '420', '420', '420', '420'],
  'return-to-review': ['420', '420', 'PENDING_APPROVAL', '420', '420', '420', '420', '420', '420'],
  reject: ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED', '420', '420', '420', '420', '420'],
  approve: ['420', '420', 'ACTIVE', '420', '420', '420', '420', '420', '420'],
};

/** Creates a merchant. It has no KYC for confirm-kyc, and meets all conditions for an approval. */
async function merchantAt(place: Place, event: string): Promise<Merchant> {
  const { applicationId, merchantIds } = await submit(server, [uniqueMerchant({ kyc: event !== 'confirm-kyc' })]);
  const merchantId = merchantIds[0]!;
  await putInStatus(server, merchantId, BOARDED.includes(place) ? 'BOARDED' : place);
  if (BOARDED.includes(place)) {
    await server.db.sql('update merchants set merchant_state = $2 where merchant_id = $1', [merchantId, place]);
  }
  if (event === 'approve' || event === 'return-to-review') {
    await server.db.sql(`update merchants set reviewed_by = 'somebody' where merchant_id = $1`, [merchantId]);
  }
  return { merchantId, applicationId };
}

async function placeOf({ merchantId }: Merchant): Promise<Place> {
  const { status, merchantState } = (await readMerchantOf(server, merchantId)).json;
  return merchantState ?? status;
}

describe.each(Object.keys(EVENTS))('%s', (event) => {
  it('moves a merchant in each status as the table says, or is refused and changes nothing', async () => {
    const found: string[] = [];
    for (const place of PLACES) {
      const merchant = await merchantAt(place, event);
      const { status, json } = await EVENTS[event]!(merchant);
      const after = await placeOf(merchant);
      if (status >= 400) expect(after, place).toBe(place);
      found.push(status >= 400 ? String(json.error_code) : after);
    }
    expect(found).toEqual(TABLE[event]);
  });
});

it('the table contains every event', () => {
  expect(Object.keys(TABLE)).toEqual(Object.keys(EVENTS));
});
